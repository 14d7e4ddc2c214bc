"""Forms: fields, controls, and the tools that are made of them."""
