"""The compiled rules of Trajan. They import nothing from the view, the texts or the pictures."""
