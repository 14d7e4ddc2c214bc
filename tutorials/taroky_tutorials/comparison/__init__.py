"""Rule sets compared: a matrix of all of them, any two in sentences, one hand settled by each."""
