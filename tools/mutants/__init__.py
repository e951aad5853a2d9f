"""Mutation testing: change the rules' code in small ways and see whether a test notices.

./test --mutants GAME [--sample 120] [--seed 1]

docs/testing.md describes the method. The modules in order: `parts` (what is changed, which tests judge it),
`listing` (all mutants of a source file), `reach` (which tests call which functions), `trial` (one mutant put
to the test), `run` (a sample of them), `report`, and the command itself in `__main__`.
"""
