"""The acceptance cases of docs/internals/acceptance.md, by theme, in every browser."""
