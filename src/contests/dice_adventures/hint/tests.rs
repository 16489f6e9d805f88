//! Hints on tables of games.
