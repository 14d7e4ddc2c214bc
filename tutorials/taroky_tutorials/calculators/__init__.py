"""Calculators: forms that answer a question by the rules."""
