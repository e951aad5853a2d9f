"""AFCENT: Objective Nuremberg."""
