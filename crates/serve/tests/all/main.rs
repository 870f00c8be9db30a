//! The whole program, as those see it who use it: students, staff, git, forges, mail servers, workers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod attacks;
mod class;
mod deadline;
mod docs;
mod peers;
mod post;
mod proxies;
mod semester;
mod server;
mod walk;
mod workers;
