"""The computer player's judgement and plans; it asks the rules and never restates one."""
