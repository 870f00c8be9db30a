//! Requests that only our own clients make: the timeline, going to a step of it, and the board of a game.

use crate::adapter::{Adapter, Answer, Next, Reply};
use crate::arguments::Details;
use crate::launch::{DebuggedBoard, Launcher};
use crate::moves::Heading;
use debug::view;
use serde_json::{Value, json};

/// The most steps of one kind that are marked on the timeline.
const MOST_MARKS: usize = 1000;

/// As many of these steps as are shown, evenly chosen.
fn thinned(steps: Vec<u64>) -> Vec<u64> {
    let every = steps.len().div_ceil(MOST_MARKS).max(1);
    steps.into_iter().step_by(every).collect()
}

impl<L: Launcher> Adapter<L> {
    /// `jal/timeline`: where the program is in its history, and what is marked there.
    pub(crate) fn timeline(&mut self) -> Answer {
        let session = self.session()?;
        let timeline = view::timeline(&session.repl);
        let edits = timeline.edits.into_iter().take(MOST_MARKS);
        let edits = edits.map(|(step, what)| json!({ "step": step, "what": what }));
        let edits: Vec<Value> = edits.collect();
        Ok(json!({
            "first": timeline.first,
            "step": timeline.step,
            "last": timeline.last,
            "ended": timeline.ended,
            "stops": thinned(timeline.stops),
            "kept": thinned(timeline.kept),
            "edits": edits,
        })
        .into())
    }

    /// `jal/goTo`: goes to a step. A later one than all that are known is run to.
    pub(crate) fn go_to_step(&mut self, details: &Details) -> Answer {
        let session = self.session()?;
        let engine = session.engine();
        let span = engine.span();
        let next = match details.step <= span.last || engine.ended().is_some() {
            true => Next::Moved(engine.go_to(details.step), "goto"),
            false => Next::Go(Heading::to_step(details.step)),
        };
        Ok(Reply::of(next))
    }

    /// `jal/board`: the board of the game that is debugged; null if it is not a game that is known.
    pub(crate) fn board(&mut self) -> Answer {
        let session = self.session.as_ref().ok_or("there is no program")?;
        let board = self.launcher.board(session.repl.program());
        Ok(match board {
            None => json!({ "board": null }),
            Some(DebuggedBoard {
                game,
                columns,
                values,
                score,
            }) => json!({
                "board": { "game": game, "columns": columns, "values": values, "score": score },
            }),
        }
        .into())
    }

    /// `restartFrame`: goes back to where a call began.
    pub(crate) fn restart_frame(&mut self, details: &Details) -> Answer {
        let call = crate::stack::call_of(details.frame_id);
        let session = self.session()?;
        let frame = session.frames().get(call).copied();
        let engine = session.engine();
        let stopped = match frame {
            Some(frame) => engine.go_to(frame.step + 1),
            // The main program.
            None => engine.reset(),
        };
        Ok(Reply::of(Next::Moved(stopped, "step")))
    }
}
