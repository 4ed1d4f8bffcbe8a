"""Tests of the acceptance cases in docs/internals/acceptance.md, by theme, in every browser."""
