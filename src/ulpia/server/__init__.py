"""The table over the network: HTTP and WebSocket, games in a database, agents that play.

Everything that comes from outside is refused by name in here, before it reaches a match.
"""
