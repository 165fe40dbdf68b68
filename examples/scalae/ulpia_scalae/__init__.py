"""Scalae: climb a staircase of cards, and rest in time. For 2 to 4 players.

The deck has five cards of each value from 1 to 8, and everybody begins with three of them in hand. On your turn, lay a
card on your staircase, which must be higher than the one before, and draw a card; or rest: your staircase scores the
square of its length and is cleared away. After twelve turns each the game is over. Most points win; a tie goes to the
longer unfinished staircase.
"""
