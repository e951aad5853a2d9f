"""What attackers found, and the tests that prove each fault mended. A fault without a test is not mended."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
FINDINGS = {
    "1 an uploaded state stops the server": (
        "server/tables/test_uploaded_states.py::test_impossible_start_is_refused",
        "server/tables/test_uploaded_states.py::test_state_that_breaks_the_rules_later_is_refused",
        "server/tables/test_rules_threads.py::test_computer_stops_and_resuming_skips_a_game_that_hangs",
        "server/attack/test_limits.py::test_game_that_stops_the_server_is_not_continued_for_ever",
    ),
    "2 patterns that take quadratic time": (
        "server/attack/test_patterns.py::test_patterns_have_no_nested_or_adjacent_repetition",
        "server/attack/test_patterns.py::test_steps_grow_no_faster_than_the_text",
    ),
    "3 simultaneous first requests": (
        "server/test_types_in_use.py::test_all_types_are_built_before_the_first_request",
        "server/test_types_in_use.py::test_simultaneous_first_requests",
    ),
    "4 answers of webhooks": (
        "server/tables/test_notifications.py::test_webhook_answer_is_not_read",
        "server/tables/test_notifications.py::test_slow_webhook_answer_is_given_up",
    ),
    "5 two processes on one database": (
        "server/storage/test_ownership.py::test_second_server_is_refused",
        "server/cluster/test_two_servers.py::test_only_one_of_two_orders_at_once_is_carried_out",
        "server/cluster/test_two_servers.py::test_undo_on_one_server_is_seen_by_the_other",
    ),
    "6 the creator keeps the opponent's secret": (
        "server/tables/test_claims.py::test_claimed_seat_has_a_new_secret",
        "server/http/test_accounts.py::test_linked_seat_has_a_new_secret",
        "server/cluster/test_two_servers.py::test_claimed_seat_is_closed_at_all_servers",
    ),
    "7 computer players are starved": (
        "server/tables/test_worker_queue.py::test_one_address_does_not_crowd_out_others",
        "server/tables/test_worker_queue.py::test_player_does_not_wait_for_games_of_computers",
        "server/cluster/test_jobs.py::test_no_address_has_more_than_its_share",
    ),
    "8 one damaged row stops all computer games": (
        "server/storage/test_damaged_rows.py::test_damaged_rows_harm_only_their_games",
    ),
    "9 email to anybody, with a subject and headers of the sender's": (
        "server/attack/test_people.py::test_email_is_sent_only_to_a_confirmed_address",
        "server/attack/test_people.py::test_addresses_that_could_hide_something_are_refused",
    ),
    "10 sessions, passwords, accounts": (
        "server/attack/test_people.py::test_logout_ends_the_session_wherever_its_cookie_is",
        "server/attack/test_people.py::test_password_change_ends_other_sessions",
        "server/attack/test_people.py::test_password_is_reset_by_email",
        "server/attack/test_people.py::test_account_can_be_exported_and_deleted",
        "server/attack/test_people.py::test_attempts_on_one_account_are_limited_from_all_addresses",
    ),
    "11 half-open requests": (
        "server/attack/test_operations.py::test_unfinished_requests_are_closed",
        "server/attack/test_operations.py::test_address_has_a_maximum_of_connections",
    ),
    "12 limits ignore cost": (
        "server/attack/test_limits.py::test_expensive_questions_are_limited_by_their_cost",
        "server/tables/test_visitors.py::test_time_in_another_process_is_charged",
        "server/tables/test_visitors.py::test_questions_of_a_large_game_are_answered_elsewhere_and_alike",
        "server/tables/test_visitors.py::test_long_games_are_replayed_elsewhere",
    ),
    "13 games never expire": (
        "server/attack/test_limits.py::test_old_games_expire_on_servers_that_others_can_reach",
        "server/attack/test_limits.py::test_bytes_per_address_are_limited",
        "server/attack/test_limits.py::test_chat_of_a_game_is_bounded",
    ),
    "14 notifications are lost at a restart": (
        "server/attack/test_limits.py::test_pending_notifications_survive_a_restart",
    ),
    "others may read the database": ("server/attack/test_operations.py::test_files_are_private",),
    "server errors": (
        "server/http/test_hostile_input.py::test_paths",
        "server/http/test_hostile_input.py::test_raw_bodies",
        "server/cluster/test_hostile_input.py::test_texts_that_the_database_refuses",
        "server/attack/test_operations.py::test_full_disk_is_reported_everywhere",
        "server/attack/test_operations.py::test_reads_fail_clearly_while_the_database_is_down",
        "server/attack/test_operations.py::test_head_is_answered_like_get_without_a_body",
    ),
    "OCS losses that can be undone": (
        "rules/ocs/interface/test_undo.py::test_order_that_shows_an_enemy_loss_cannot_be_undone",
    ),
    "tracebacks of damaged and newer databases": (
        "server/attack/test_operations.py::test_damaged_database_is_reported",
        "server/attack/test_operations.py::test_newer_database_is_reported",
    ),
    "restoring a backup": (
        "server/storage/test_upgrades.py::test_sqlite_is_restored_after_a_crash",
        "server/storage/test_upgrades.py::test_postgresql_is_restored",
        "server/storage/test_upgrades.py::test_sqlite_is_upgraded",
    ),
    "metrics, containers, units": (
        "server/http/test_metrics.py::test_metrics_count_requests_and_orders",
        "server/cluster/test_deploy.py::test_proxy_two_servers_and_two_workers",
    ),
    "webhooks to private networks and slow name servers": (
        "server/attack/test_webhooks.py::test_private_addresses_and_those_that_stand_for_them",
        "server/attack/test_webhooks.py::test_slow_name_servers_hold_up_nobody",
    ),
    "secrets in a record under way": (
        "server/tables/test_secrets_in_records.py::test_seed_and_plans_stay_secret_until_the_end",
        "server/tables/test_secrets.py::test_record_and_fork_need_all_seats",
    ),
}


@pytest.mark.parametrize("finding", FINDINGS)
def test_every_finding_has_its_tests(finding: str) -> None:
    for name in FINDINGS[finding]:
        path, _, test = name.partition("::")
        text = (TESTS / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {test}\(", text, re.M), f"{name} is gone"
