"""The shape of the charts of the system: which keys they have, and of which kind."""

from __future__ import annotations

from grognard.core.files.toml_shape import closed, each, many

TABLES = closed(
    {
        "limits": closed(
            each(
                int,
                "turns pact_stack nato_stack airpower_markers ew_markers counters "
                "map_sheets zoc_enter zoc_leave",
            )
        ),
        "movement_factor": closed(each(int, "recon non_recon static heliborne column_multiplier")),
        "day": closed(each(list[str], "cycle")),
        "sequence": closed(each(list[str], "phases")),
        "crt": closed(
            each(list[str], "columns m5 m4 m3 m2 m1 p0 p1 p2 p3 p4 p5 p6 p7 p8 p9 p10"),
            each(int, "lowest_row highest_row"),
            each(str, "below_pact below_nato above"),
        ),
        "odds_example": many(closed(each(int, "attack defence"), each(str, "odds"))),
        "tec": many(
            closed(
                each(str, "terrain"),
                maybe={
                    **each(float, "move"),
                    **each(int, "drm move_mountain_infantry extra_pact_at_city extra_pact extra_nato"),
                    **each(str, "dr_becomes"),
                    **each(bool, "attackers_halved"),
                },
            )
        ),
        "drm": closed(
            each(
                int,
                "each_hex_beyond_one each_hex_beyond_one_max attacker_airpower_each "
                "attacker_helicopter_each ew_on_defender_each attacker_artillery_each "
                "armor_superiority_weak armor_superiority_strong refugee_nato_attack "
                "refugee_nato_attack_max defender_airpower_each "
                "defender_helicopter_each ew_on_attacker_each defender_artillery_each "
                "night turn1_soviet_attack turn1_nato_attack",
            ),
            each(list[str], "weak_armor_nations"),
        ),
        "artillery_limit": closed(each(int, "movement_first combat_first pact_into_city")),
        "support": closed(
            each(list[str], "own_division"), {"also": many(closed(each(str, "markers units command")))}
        ),
        "artillery_attrition": closed(
            each(
                int,
                "nato_units_per_marker belgium_units_per_marker "
                "denmark_units_per_marker pact_units_per_marker",
            )
        ),
        "optional": closed(
            each(int, "helicopter_lost_on artillery_return_dice artillery_return_nato_divisor"),
            each(str, "artillery_return_nato_round"),
        ),
        "air": closed(
            each(
                int,
                "day_dice day_holder_dice day_holder_divisor night_dice "
                "night_holder_dice night_holder_divisor turn1_pact_dice range "
                "move_extra_hex move_extra_hexside",
            ),
            each(str, "round tie"),
        ),
        "ew": closed(
            each(
                int,
                "dice holder_dice holder_divisor turn1_pact_dice "
                "move_divisor_one_marker move_two_markers heliborne_one_marker_dice",
            ),
            each(str, "round tie"),
        ),
        "heliborne_attrition": closed(
            each(int, "eliminated_from enemy_air_superiority enemy_unit_or_zoc landing_in_city")
        ),
        "refugees": closed(each(int, "first_turn dice per_hex nato_move_extra")),
        "nato_airborne_first": many(closed(each(list[int], "roll"), each(str, "result"))),
        "nato_airborne_drm": closed(
            each(
                int,
                "airfield_no_ezoc airfield_ezoc day_clear day_forest day_rough "
                "day_marsh_or_city night_not_airfield ezoc_not_airfield",
            )
        ),
        "nato_airborne_second": closed(each(str, "1 2 3 4 5 6")),
    }
)
