//! The one integration-test program of the project.

mod plain;
