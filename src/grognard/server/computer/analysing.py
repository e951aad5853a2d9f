"""Analyses of finished games, for a worker process."""

from __future__ import annotations

import msgspec

import grognard
from grognard.analysis import analyse


class AnalyseRequest(msgspec.Struct, frozen=True):
    """Request to analyse the record of a finished game."""

    text: str
    seconds: float


def analysed(request: AnalyseRequest) -> str:
    """Return the analysis as JSON."""
    return msgspec.json.encode(analyse(grognard.loads(request.text), seconds=request.seconds)).decode()
