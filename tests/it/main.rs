//! The one integration-test program of the project.

mod combat;
mod fights;
mod plain;
mod tape;
