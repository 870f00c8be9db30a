//! What a test runs of its sources: it runs once more, and is counted.

use super::execute::Ready;
use crate::coverage::Covered;
use runtime::observers::Coverage;

/// The lines that a program runs.
pub(super) fn lines(ready: &Ready<'_>) -> Option<Covered> {
    let mut session = ready.session().ok()?;
    let mut counts = Coverage::default();
    session.run(&mut counts, &mut ready.console());
    session.recycle();
    let loaded = ready.loaded;
    let (program, sources) = (ready.program, &loaded.sources);
    Some(Covered::of(program, sources, loaded.desc(), &counts))
}
