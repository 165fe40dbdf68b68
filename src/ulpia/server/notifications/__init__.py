"""Notifications to people who are not at the table, through channels such as e-mail."""
