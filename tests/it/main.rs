//! The one integration-test program of the project.

mod action_dice;
mod allocations;
mod combat;
mod combat_properties;
mod commands;
mod common_luck;
mod dice_adventures;
mod docs;
mod drama;
mod duels;
mod exchanges;
mod faults;
mod fights;
mod floors;
mod luck;
mod mutations;
mod parties;
mod parts;
mod plain;
mod sim;
mod stories;
mod survey;
mod tape;
mod trade;
mod trades;
mod workshop;
