//! Hints on tables of rounds.
