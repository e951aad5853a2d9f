"""placeholder"""


def account_routes():  # type: ignore
    """Placeholder."""
    return []
