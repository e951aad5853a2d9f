"""The shapes of the charts of both theatres: which keys they have, and of which kind."""

from __future__ import annotations

from grognard.core.files.toml_shape import closed, each, many, named

PINCHER = closed(
    each(str, "map_letter title ally"),
    each(list[str], "neutrals"),
    {
        "limits": closed(
            each(
                int,
                "turns stack_steps zoc_enter zoc_leave allied_aerial_supply "
                "soviet_aerial_supply soviet_strikes_per_turn second_formation_turn "
                "sea_moves",
            )
        ),
        "movement": closed(each(str, "static_rule"), each(bool, "city_bridges columns"), each(int, "scale")),
        "control": closed(each(list[str], "soviet allied_hexes")),
        "setup": many(
            closed(
                each(str, "rule"),
                maybe={
                    **each(list[str], "nations area tags hexes except"),
                    **each(str, "place"),
                    **each(bool, "may_hold"),
                },
            )
        ),
        "crt": closed(each(list[str], "columns die1 die2 die3 die4 die5 die6"), each(str, "below above")),
        "shifts": closed(
            each(
                int,
                "prepared_attack air_attacker air_defender concentric rough mountain "
                "pass city mixed_attack disrupted_defender zero_strength_attacking "
                "zero_strength_defending",
            )
        ),
        "cost": closed(
            each(
                int,
                "clear polder polder_flooded rough mountain mountaineers pass city "
                "river air_hex air_hexside nuked_city",
            )
        ),
        "atomic": closed(each(int, "dice clear polder rough mountain city")),
        "prestige": closed(
            each(int, "start die_divisor"),
            {
                "strike": many(closed(each(int, "number add"), each(str, "round"))),
                "target": closed(each(list[str], "countries"), each(int, "city capital")),
            },
        ),
        "victory": closed(
            each(int, "start win_above check_turn prestige_loss_at per_second_formation_division"),
            each(str, "must_control"),
            {
                "city_points": closed(
                    each(
                        int,
                        "east-germany west-germany czechoslovakia hungary yugoslavia belgium "
                        "netherlands luxembourg france switzerland italy",
                    )
                )
            },
        ),
        "air": closed(
            each(int, "soviet_dice allied_dice holder_per_die first_turn_soviet markers_max range")
        ),
        "geographic": many(
            closed(each(str, "rule"), each(list[str], "nations countries"), each(int, "adjacent"))
        ),
        "home": named(list[str]),
        "supply": closed(
            each(str, "aerial_rule garrison_rule"),
            each(list[str], "coast_rules soviet allied soviet_coasts"),
            {"only": many(closed(each(str, "area sources")))},
        ),
        "arrivals": closed(
            each(list[str], "phases mobilization"),
            each(int, "mobilization_divisor overseas_dice overseas_modifier overseas_divisor"),
            each(bool, "rebuilding"),
        ),
        "hexes": closed(each(str, "Berlin")),
        "cases": closed(each(str, "untried limits static hold allied_drop allied_no_drop")),
    },
)

SANDOWN = closed(
    each(str, "map_letter title ally"),
    each(list[str], "neutrals"),
    {
        "limits": closed(
            each(
                int,
                "turns stack_steps zoc_enter zoc_leave allied_aerial_supply "
                "soviet_aerial_supply soviet_strikes_per_turn second_formation_turn "
                "soviet_divisions soviet_swaps black_sea_units sea_moves",
            )
        ),
        "movement": closed(each(str, "static_rule"), each(bool, "city_bridges columns"), each(int, "scale")),
        "control": closed(each(list[str], "soviet allied_hexes")),
        "setup": many(
            closed(
                each(str, "rule"),
                maybe={
                    **each(list[str], "tags kinds nations area hexes"),
                    **each(str, "place around capital"),
                    **each(bool, "may_hold black_sea"),
                },
            )
        ),
        "crt": closed(each(list[str], "columns die1 die2 die3 die4 die5 die6"), each(str, "below above")),
        "shifts": closed(
            each(
                int,
                "prepared_attack air_attacker air_defender concentric rough mountain "
                "city mixed_attack disrupted_defender zero_strength_attacking "
                "zero_strength_defending",
            )
        ),
        "cost": closed(
            each(int, "clear marsh rough mountain city river air_hex air_hexside nuked_city"),
            each(float, "road"),
        ),
        "atomic": closed(each(int, "dice clear marsh rough mountain city")),
        "prestige": closed(
            each(int, "start die_divisor"),
            {
                "strike": many(closed(each(int, "number add"), each(str, "round"))),
                "target": closed(each(list[str], "except"), each(int, "city oil capital")),
            },
        ),
        "victory": closed(
            each(
                int,
                "start win_above check_turn per_swapped_division "
                "per_second_formation_division prestige_loss_at",
            ),
            each(list[str], "end_times allied_entries"),
            {"canal": list[list[str]], "city_points": closed(each(int, "city capital oil"))},
        ),
        "air": closed(
            each(int, "soviet_dice allied_dice holder_per_die first_turn_soviet range"),
            each(list[str], "allied_bases"),
        ),
        "geographic": many(
            closed(each(str, "rule"), each(list[str], "nations countries"), each(int, "adjacent"))
        ),
        "home": named(list[str]),
        "supply": closed(
            each(str, "aerial_rule garrison_rule"),
            each(list[str], "coast_rules soviet allied soviet_coasts only"),
        ),
        "arrivals": closed(
            each(list[str], "phases"),
            each(
                int,
                "overseas_dice overseas_modifier overseas_divisor reserve_dice "
                "reserve_divisor fleet_from_turn fleet_on fleet_on_second",
            ),
            each(str, "reserve_edge"),
        ),
        "hexes": closed(
            {
                "Suez": str,
                "Famagusta": str,
                "Kuwait City": str,
                "Jerusalem": str,
                "Tel Aviv": str,
                "Eilat": str,
            }
        ),
        "cases": closed(each(str, "untried limits static hold allied_drop allied_no_drop")),
    },
)

SHAPES = {"pincher": PINCHER, "sandown": SANDOWN}
"""By theatre."""
