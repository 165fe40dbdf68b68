"""What every game stands on: records, compiled rules, chance, pending decisions, errors, words."""
