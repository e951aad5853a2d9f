"""The shape of the numbers of the exclusive rules: which keys they have, and of which kind."""

from __future__ import annotations

from grognard.core.files.toml_shape import closed, each, many, named

EXCLUSIVE = closed(
    each(
        many(closed(each(list[int], "roll"), each(str, "result"))),
        "soviet_airborne_first soviet_airborne_second",
    ),
    {
        "turn1": closed(each(int, "pact_border_extra")),
        "soviet_airborne_drm": closed(
            each(int, "airfield_no_ezoc ezoc night clear forest rough marsh_or_city")
        ),
        "unit_103G": closed(each(int, "intact reduced")),
        "victory": closed(
            each(
                int,
                "north_exits south_exits south_minimum_1004 north_most_4801 block_cities cancel_103G_credit",
            ),
            each(list[str], "north_hexes south_hexes"),
            each(float, "exit_cost"),
        ),
        "entry": closed(
            each(int, "us_turn home_guard_turn"),
            each(list[str], "us_west us_south"),
            each(float, "pact_queue_extra_per_stack"),
        ),
        "hexes": closed(
            each(
                str, "label pact_setup_allowed_example pact_setup_barred_example at_start_within_one_example"
            ),
            each(list[str], "finger_lake_example"),
        ),
        "setup": named(list[str]),
    },
)
