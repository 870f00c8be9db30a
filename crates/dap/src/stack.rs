//! The call stack. A call of a macro is a frame of its own, around the line of the macro; inside of what a
//! pseudo-instruction becomes, the instruction is one, too.

use crate::adapter::{Adapter, Answer};
use crate::arguments::Details;
use crate::launch::Launcher;
use crate::sources::source_of;
use debug::place::SourceLine;
use serde_json::{Value, json};

/// The most calls of macros that are shown around an instruction.
const MOST_MACROS: i64 = 16;
/// The most frames in one answer.
const MOST_FRAMES: usize = 1000;

/// The open call that the number of a frame is about, from the innermost.
pub(crate) fn call_of(frame: Option<i64>) -> usize {
    let number = frame.unwrap_or(0).max(0);
    usize::try_from(number / MOST_MACROS).unwrap_or(usize::MAX)
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn stack_trace(&mut self, details: &Details) -> Answer {
        let begin = usize::try_from(details.start_frame.unwrap_or(0)).unwrap_or(0);
        let most = usize::try_from(details.levels.unwrap_or(0)).unwrap_or(0);
        let most = if most == 0 {
            MOST_FRAMES
        } else {
            most.min(MOST_FRAMES)
        };
        let frames = self.session()?.frames();
        let mut told = Vec::new();
        // Frames of macros come in addition, so calls are gone through until enough are told.
        for index in 0..=frames.len() {
            if told.len() >= begin + most {
                break;
            }
            let pc = match index.checked_sub(1).and_then(|inner| frames.get(inner)) {
                Some(inner) => inner.call,
                None => self.session()?.engine().pc(),
            };
            let function = frames.get(index).map(|frame| frame.function);
            self.tell_frame(index, pc, function, &mut told);
        }
        let is_all = told.len() < begin + most;
        let total = match is_all {
            true => told.len(),
            false => told.len() + frames.len(),
        };
        let told: Vec<Value> = told.into_iter().skip(begin).take(most).collect();
        Ok(json!({ "stackFrames": told, "totalFrames": total }).into())
    }

    /// One open call, and the calls of macros that it is in.
    fn tell_frame(&mut self, index: usize, pc: u32, function: Option<u32>, told: &mut Vec<Value>) {
        let Some(session) = &self.session else {
            return;
        };
        let engine = session.repl.program();
        let map = engine.map();
        let name = match function {
            Some(function) => map.name(function),
            None => "main program".to_owned(),
        };
        let lines = map.line(pc).into_iter();
        let calls: Vec<SourceLine> = map.macro_calls(pc);
        let lines: Vec<SourceLine> = lines.chain(calls.into_iter().rev()).collect();
        // An instruction of a pseudo-instruction is a frame in the line of that.
        let part = engine.part_of_pseudo(pc);
        let lines: Vec<Option<SourceLine>> = match (&part, lines.first().cloned()) {
            (Some(_), Some(line)) => {
                let lines = lines.into_iter().map(Some);
                std::iter::once(Some(line)).chain(lines).collect()
            }
            _ if lines.is_empty() => vec![None],
            _ => lines.into_iter().map(Some).collect(),
        };
        let levels = lines.len().min(MOST_MACROS as usize);
        for (level, line) in lines.iter().enumerate().take(levels) {
            let line = line.as_ref();
            let number = (index as i64).saturating_mul(MOST_MACROS) + level as i64;
            let name = match (&part, level + 1 < levels) {
                (Some(part), _) if level == 0 => {
                    let instruction = engine.instructions(pc, 1).pop().map(|(_, text)| text);
                    let instruction = instruction.unwrap_or_default();
                    format!("{instruction} ({} of {})", part.index, part.count)
                }
                (_, true) => format!("{name} (in a macro)"),
                (_, false) => name.clone(),
            };
            let mut frame = json!({
                "id": number,
                "name": name,
                "line": line.map_or(0, |line| i64::from(line.line) - 1 + self.first_line),
                "column": self.first_column,
                "instructionPointerReference": format!("0x{pc:08x}"),
            });
            match line {
                Some(line) => frame["source"] = source_of(engine, &self.launcher, line.file),
                None => frame["presentationHint"] = "subtle".into(),
            }
            told.push(frame);
        }
    }
}
