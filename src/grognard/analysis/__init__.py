"""Analysis of a finished game: chances turn by turn, turning points, luck, losses, and better orders.

::

    import grognard
    from grognard.analysis import analyse

    found = analyse(grognard.load("my.record"))
    print(found.curve[-1].chance, found.luck[0].points)
"""

from grognard.analysis.analyse import analyse
from grognard.analysis.results import Analysis, Luck, Point, Series, Suggestion, TurnFigures, TurningPoint

__all__ = ["Analysis", "Luck", "Point", "Series", "Suggestion", "TurnFigures", "TurningPoint", "analyse"]
