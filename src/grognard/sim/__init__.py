"""Simulation studies: batches of games, statistics and reports.

::

    from grognard.sim import Study, simulate

    if __name__ == "__main__":  # worker processes import this file
        study = Study("strike-force-one/basic", red="search@100", blue="greedy", games=200, both=True)
        report = simulate(study, jobs=2, results="basic.games.jsonl")
        print(report.to_text())

`grognard.sim.command` is the command line; `grognard.sim.fuzz` plays random games and checks invariants.
"""

from grognard.sim.batch import report_from, simulate
from grognard.sim.report import Group, Report, Table
from grognard.sim.results import read_results
from grognard.sim.run_game import GameSummary, computer_player, play_one
from grognard.sim.stats import Rate, Spread, wilson
from grognard.sim.study import PlayerSpec, Study, study_from_words

__all__ = [
    "GameSummary",
    "Group",
    "PlayerSpec",
    "Rate",
    "Report",
    "Spread",
    "Study",
    "Table",
    "computer_player",
    "play_one",
    "read_results",
    "report_from",
    "simulate",
    "study_from_words",
    "wilson",
]
