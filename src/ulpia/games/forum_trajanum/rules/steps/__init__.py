"""The steps: one file per subject with its options and their effects. A step imports no other step."""
