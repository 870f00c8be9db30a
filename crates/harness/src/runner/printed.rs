//! Which instruction printed a byte. A plain run does not keep that: the run is repeated, up to
//! the call that prints the byte.

use super::execute::Ready;
use crate::result::{CallSite, PrintedAt};
use machine::env::{Answer, Request};
use runtime::observers::Calls;
use runtime::{Console, End, Host};

/// A console that is not ready for the call that prints a certain byte, so that the run stops
/// right there.
pub(super) struct UpTo<'a> {
    pub(super) console: Console<&'a [u8], Vec<u8>, Vec<u8>>,
    pub(super) offset: usize,
}

impl Host for UpTo<'_> {
    fn is_ready(&self, request: &Request) -> bool {
        match request {
            Request::Print { stream: 1, bytes } => {
                self.console.output.len() + bytes.len() <= self.offset
            }
            _ => true,
        }
    }

    fn perform(&mut self, request: &Request) -> Answer {
        self.console.perform(request)
    }
}

/// The instruction that printed the byte at `offset`, if the program got there.
pub(super) fn find(ready: &Ready<'_>, offset: usize) -> Option<PrintedAt> {
    let mut session = ready.session().ok()?;
    let mut host = UpTo {
        console: ready.console(),
        offset,
    };
    let mut calls = Calls::default();
    let outcome = session.run(&mut calls, &mut host);
    let (pc, step) = session.asked_at;
    session.recycle();
    (outcome.end == End::Waiting).then(|| PrintedAt {
        offset: offset as u64,
        step,
        pc,
        span: ready.span(pc),
        calls: call_sites(ready, &calls),
    })
}

/// The functions that are running, innermost first.
fn call_sites(ready: &Ready<'_>, calls: &Calls) -> Vec<CallSite> {
    let frames = calls.frames().iter().rev();
    let mut sites: Vec<CallSite> = frames
        .map(|frame| CallSite {
            function: ready.function(frame.function),
            called_at: ready.span(frame.call),
        })
        .collect();
    sites.push(CallSite {
        function: ready.function(ready.program.image.entry),
        called_at: None,
    });
    sites
}
