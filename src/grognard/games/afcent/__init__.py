"""The system of the AFCENT series [1-11, 13]; each game of the series brings its exclusive rules [12]."""
