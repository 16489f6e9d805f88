//! The one integration-test program of the project.

mod action_dice;
mod allocations;
mod combat;
mod combat_properties;
mod commands;
mod docs;
mod duels;
mod exchanges;
mod faults;
mod fights;
mod floors;
mod luck;
mod mutations;
mod plain;
mod sim;
mod stories;
mod tape;
mod trade;
mod trades;
