//! The one integration-test program of the project.

mod combat;
mod commands;
mod docs;
mod duels;
mod faults;
mod fights;
mod floors;
mod luck;
mod mutations;
mod plain;
mod sim;
mod tape;
