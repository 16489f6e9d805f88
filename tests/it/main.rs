//! The one integration-test program of the project.

mod allocations;
mod combat;
mod combat_properties;
mod commands;
mod common_luck;
mod docs;
mod drama;
mod duels;
mod faults;
mod fights;
mod floors;
mod luck;
mod mutations;
mod parties;
mod plain;
mod sim;
mod stories;
mod tape;
