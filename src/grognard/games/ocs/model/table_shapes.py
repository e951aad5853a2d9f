"""The shape of the tables of the series: their keys and types."""

from __future__ import annotations

from grognard.core.files.toml_shape import closed, each, many, named

SERIES = closed(
    {
        "meta": closed(each(str, "rules_version rounding"), each(int, "tokens_per_sp")),
        "combat": closed(
            each(str, "rule confidence dice roll_modifier off_table_odds column_pick"),
            each(bool, "estimated"),
            each(int, "roll_min roll_max"),
            {
                "results": list[list[str]],
                "columns": closed(each(list[str], "open close very_close extremely_close")),
                "columns_numeric": closed(each(list[int], "open close very_close extremely_close")),
                "zero_strength": closed(
                    each(int, "defender_zero_start_col attacker_zero_start_col"), each(str, "both_zero_odds")
                ),
                "action_rating": closed(each(int, "dg_mode strat_mode_value")),
                "strength": closed(
                    each(
                        float,
                        "disorganized reserve_defence reduced_attack reduced_defence reduced_defence_share",
                    ),
                    each(int, "strat hq_combat_side hq_move_side artillery"),
                ),
                "at_effects": closed(
                    each(list[str], "heavy light"), {"reduces": closed(each(float, "from to"))}
                ),
                "codes": named(
                    closed(each(int, "a_loss a_option exploit_ar d_loss d_option"), each(bool, "d_dg"))
                ),
                "disputed": many(
                    closed(each(int, "roll"), each(str, "column_open used also_seen chosen_by"))
                ),
            },
        ),
        "surprise": closed(
            each(str, "rule confidence dice shift_die"),
            each(bool, "estimated"),
            each(int, "hedgehog_drm"),
            each(closed(each(int, "defender_max attacker_min")), "regular overrun"),
        ),
        "barrage": closed(
            each(str, "rule confidence dice"),
            each(bool, "estimated any_result_but_dash_also_dg"),
            each(int, "min_strength half_result_loss_die_min"),
            each(list[int], "column_min column_max cost_tokens"),
            {
                "results": list[list[str]],
                "shifts": closed(
                    each(list[int], "density_re_max density_shift"),
                    each(
                        int,
                        "density_max_re_per_division hedgehog_any_level terrain_open "
                        "terrain_close terrain_very_close terrain_extremely_close "
                        "no_correct_spotter target_unit_in_strat_mode "
                        "all_aircraft_within_10_hexes_of_base "
                        "optional_aircraft_beyond_half_range short_range_hexes",
                    ),
                    each(bool, "any_strat_bomber_always_unspotted"),
                ),
                "bracketed": closed(
                    each(
                        bool,
                        "read_as_dg_if_no_adjacent_spotter read_as_dg_if_air_barrage "
                        "read_as_dg_if_naval_barrage",
                    ),
                    each(int, "read_as_dg_if_hedgehog_level_min"),
                    each(str, "otherwise_read_as"),
                ),
                "ship_vs_ground": closed(each(str, "- DG [1/2] 1/2 1 2 3")),
                "vs_ship": closed(
                    each(str, "only_shift_allowed divide_strength_by"),
                    each(
                        int,
                        "aircraft_strength_multiplier second_dg_becomes_hits hits_to_sink supply_cost_tokens",
                    ),
                ),
                "disputed": many(
                    closed(
                        each(str | int, "used also_seen"),
                        each(str, "chosen_by"),
                        maybe={**each(int, "roll"), **each(str, "column cost_column")},
                    )
                ),
            },
        ),
        "facility": closed(
            each(str, "rule confidence dice"),
            each(bool, "estimated"),
            each(int, "shifts air_base_min_level port_max_hits"),
            each(list[int], "column_min column_max cost_tokens"),
            {
                "results": list[list[str]],
                "codes": closed(
                    each(
                        closed(each(int, "hits check"), each(bool, "star")),
                        "- (6) (5) *(6) *(5) 1(5) 1(4) 1*(5) 1*(4) 2*(4) 2*(3)",
                    )
                ),
                "disputed": many(closed(each(int, "roll"), each(str, "column used also_seen chosen_by"))),
            },
        ),
        "air_combat": closed(
            each(str, "rule confidence dice roll_modifier loss_die"),
            each(bool, "estimated"),
            each(
                int,
                "attacker_aborts_max both_abort defender_aborts_min loss_min "
                "optional_beyond_half_range_rating",
            ),
        ),
        "flak": closed(
            each(str, "rule confidence dice"),
            each(bool, "estimated"),
            each(int, "loss_min patrol_zone_radius"),
            each(list[str], "always only_in_enemy_patrol_zone never"),
            {
                "modifiers": closed(
                    each(
                        int,
                        "three_or_more_aircraft one_or_more_hq_in_hex air_base_per_level "
                        "air_strip patrol_zone_with_mission_fighter "
                        "patrol_zone_without_mission_fighter patrol_zone_trainbusting",
                    ),
                    each(str, "map_printed_flak ship_flak"),
                )
            },
        ),
        "mission_loss": closed(
            each(str, "rule confidence dice"),
            each(bool, "estimated"),
            each(list[str], "size_1 size_2 size_3 size_4"),
        ),
        "air_drop": closed(
            each(str, "rule confidence dice roll_per friendly_means failure"),
            each(bool, "estimated"),
            each(
                int,
                "success_min_friendly_clear success_min_friendly_other "
                "success_min_enemy_clear success_min_enemy_other",
            ),
            each(list[str], "clear_means"),
            {
                "modifiers": closed(
                    each(
                        int,
                        "glider soviet allied_in_europe_early house_rule_very_close "
                        "house_rule_extremely_close",
                    ),
                    each(str, "allied_in_europe_early_last_month"),
                )
            },
        ),
        "air_base_capture": closed(
            each(str, "rule confidence dice"),
            each(bool, "estimated"),
            each(int, "step_loss_max drm_active_aircraft drm_captured_by_advance_after_combat"),
        ),
        "capture": closed(
            each(str, "rule confidence dice dump_rest"),
            each(bool, "estimated"),
            each(list[int], "dump trucks wagons"),
            each(
                int, "trucks_rest_displace_hexes wagons_rest_displace_hexes wagons_max_ma round_sp_to_tokens"
            ),
        ),
        "dump_blowing": closed(
            each(str, "rule confidence dice"), each(bool, "estimated"), each(list[int], "percent")
        ),
        "attrition": closed(
            each(str, "rule confidence dice"),
            each(bool, "estimated"),
            each(int, "drm_five_or_more_out_of_supply_steps below_zero_ar_uses"),
            each(list[int], "loss ar_0_max ar_1_max ar_2_max ar_3_max ar_4_max ar_5_max"),
        ),
        "breakout": closed(
            each(str, "rule confidence dice return_turns_dice"),
            each(bool, "estimated"),
            each(int, "success_min first_turn_drm max_distance_hexes"),
        ),
        "alt": closed(
            each(str, "rule confidence dice hex_with_several_terrains"),
            each(bool, "estimated"),
            each(int, "re_per_roll"),
            each(
                closed(each(int, "success_min mixed_min")),
                "open_or_village low_hills hills rough mountain_or_city port",
            ),
            {
                "results": closed(
                    each(closed(each(float, "landing_craft_lost units_lost")), "success mixed failure")
                ),
                "modifiers": closed(
                    each(
                        int,
                        "enemy_non_dg_unit_adjacent enemy_dg_unit_adjacent "
                        "per_coastal_artillery naval_support in_enemy_zoc "
                        "all_commando_or_marine",
                    )
                ),
                "game_modifiers": closed(each(int, "sicily_ii_10_july_1943 korea_landing_in_1951")),
                "beach_assault": closed(each(float, "attack_multiplier_hexside"), each(int, "max_re")),
            },
        ),
        "port_damage": closed(
            each(str, "rule confidence"),
            each(bool, "estimated"),
            each(int, "max_hits supply_source_min_tokens repair_sp_per_hit"),
            each(list[float], "generic_fraction"),
            {"named_tracks_tokens": closed(each(list[int], "messina catania"))},
        ),
        "combat_supply": closed(
            each(str, "rule confidence"),
            each(bool, "estimated"),
            each(
                int,
                "attacker_tokens_per_step attacker_tokens_dak_two_step_brigade "
                "defender_tokens defender_tokens_if_total_re_at_most_1 "
                "internal_stock_uses recover_low_tokens_per_unit_or_re "
                "recover_exhausted_tokens_per_unit_or_re eat_re_per_token "
                "direct_draw_mp",
            ),
            each(
                float,
                "defender_strength_without_supply out_of_supply_strength "
                "out_of_supply_and_no_combat_supply_defence",
            ),
        ),
        "fuel": closed(
            each(str, "rule confidence"),
            each(bool, "estimated"),
            each(int, "formation_tokens hq_and_independents_tokens single_unit_tokens"),
            each(list[str], "needs_fuel"),
        ),
        "other_costs": closed(
            each(str, "rule confidence"),
            each(bool, "estimated"),
            each(
                int,
                "air_refit_tokens_per_base air_refit_aircraft_per_level "
                "air_strip_refit_aircraft air_unload_tokens_per_level "
                "air_strip_unload_tokens air_base_active_stack_base air_base_level_sp "
                "air_base_max_level air_strip_build_tokens air_strip_to_level_1_tokens "
                "hedgehog_level_sp hedgehog_max_level port_repair_hit_sp overrun_mp "
                "overrun_max_hex_mp",
            ),
            each(float, "truck_load_or_unload_fraction_of_ma"),
        ),
        "modes": closed(
            each(str, "rule"), {"ma": closed(each(float, "reserve exploit dg reaction"), each(int, "strat"))}
        ),
        "stacking": closed(each(str, "rule"), each(int, "max_re")),
        "transport": closed(
            each(str, "rule"),
            each(float, "extender_switch_fraction_of_ma light_lift_fraction"),
            each(list[int], "light_move_ma"),
        ),
        "railways": closed(
            each(str, "rule"),
            each(float, "multi_track_fraction entrain_fraction_of_ma"),
            each(int, "convert_hexes trainbusted_times"),
        ),
        "replacements": closed(
            each(str, "rule"), each(int, "hq_hexes air_steps_per_eq glider_points_per_eq")
        ),
        "construction": closed(each(str, "rule"), each(int, "engineer_hexes worker_re")),
        "air_transport": closed(
            each(str, "rule"),
            each(int, "most_leg_ma stay_range_times glider_tokens reduced_tow_tokens plan_turns"),
            each(float, "half_range_fraction"),
        ),
        "air_missions": closed(
            each(str, "rule"),
            each(
                int,
                "most_aircraft large_mission_aircraft trainbusting_extra_mp transfer_range_times "
                "flee_range_times",
            ),
        ),
        "options": closed(
            each(str, "rule"),
            each(
                int,
                "recon_tokens independent_attack_times independent_fuel_tokens_per_re tempo_start_times "
                "tempo_rail_times tempo_replacement_rolls rebuild_repls shift_off_hexes "
                "big_hog_sp_above_level captured_hog_levels night_sea_cap_times strat_column_re last_step_of "
                "fueled_barrage_tokens minimal_fuel_tokens long_range_shift long_range_rating most_bombers "
                "loss_over_base_min flak_unit_points",
            ),
            each(
                float,
                "recon_ma_fraction tempo_arrival_times hoarded_share at_effects_to last_step_attack "
                "half_barrage minimal_fuel_ma tiger_terrain_max tiger_ma_fraction long_range_fraction "
                "rough_refit",
            ),
            each(list[int], "late_flak_abort_min"),
        ),
        "naval": closed(
            each(str, "rule"),
            each(
                int, "speed_hexes slow_hexes craft_hexes dukw_hexes dukw_land_times dukw_most_ma lst_port_sp"
            ),
        ),
    }
)
