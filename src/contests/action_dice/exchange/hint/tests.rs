//! Hints on tables of exchanges.
