//! The one integration-test program of the project.

mod allocations;
mod combat;
mod combat_properties;
mod commands;
mod dice_adventures;
mod docs;
mod duels;
mod faults;
mod fights;
mod floors;
mod luck;
mod mutations;
mod plain;
mod sim;
mod stories;
mod tape;
