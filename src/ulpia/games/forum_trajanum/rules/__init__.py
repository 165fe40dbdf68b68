"""The compiled rules of Forum Trajanum. They import nothing from the view, the texts or the pictures."""
