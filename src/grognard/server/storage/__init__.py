"""What the server keeps: its tables, the database behind them, and the one writer."""
