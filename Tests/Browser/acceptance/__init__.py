"""The acceptance cases of docs/acceptance.md, by theme, in every browser."""
