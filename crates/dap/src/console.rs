//! Expressions, commands and input: what is typed, and the pages about stops.

use crate::adapter::{Adapter, Answer, Next, Reply, Session};
use crate::arguments::Details;
use crate::launch::Launcher;
use crate::moves::Heading;
use crate::stack::call_of;
use debug::Why;
use debug::repl::terminal::complete;
use diag::{Diagnostic, RenderOptions, render};
use serde_json::{Value, json};

/// What stands before a command while the program waits for input.
const COMMAND_MARK: char = ':';

impl<L: Launcher> Adapter<L> {
    pub(crate) fn evaluate(&mut self, details: &Details) -> Answer {
        let text = details.expression.trim_end_matches(['\n', '\r']);
        let session = self.session()?;
        if details.context.as_deref() != Some("repl") {
            let value = session.repl.value(text.trim(), call_of(details.frame_id))?;
            return Ok(json!({ "result": value, "variablesReference": 0 }).into());
        }
        match text.strip_prefix(COMMAND_MARK) {
            Some(command) => self.command(command),
            None if session.engine().is_waiting() => self.input(text),
            None => self.command(text),
        }
    }

    /// Gives the program a line, and lets it go on.
    fn input(&mut self, line: &str) -> Answer {
        let engine = self.session()?.engine();
        let given = engine.give_input(format!("{line}\n").as_bytes());
        given.map_err(|error| error.to_string())?;
        Ok(Reply {
            body: json!({ "result": "", "variablesReference": 0 }),
            next: Next::Go(Heading::run_on()),
        })
    }

    /// Carries out a command of the prompt.
    fn command(&mut self, line: &str) -> Answer {
        let session = self.session()?;
        let before = (session.engine().step(), session.engine().edits().len());
        let said = session.repl.answer(line);
        let said = said.map_err(|why| why.trim_end().to_owned())?;
        let engine = session.engine();
        let next = if engine.step() != before.0 {
            Next::Moved(engine.stopped_here(), "goto")
        } else if engine.edits().len() != before.1 {
            session.shown = session.shown.min(session.repl.program().printed());
            Next::Changed(None)
        } else {
            Next::Nothing
        };
        let next = if session.repl.is_done() {
            Next::End
        } else {
            next
        };
        let body = json!({ "result": said.trim_end(), "variablesReference": 0 });
        Ok(Reply { body, next })
    }

    pub(crate) fn completions(&mut self, details: &Details) -> Answer {
        let column = usize::try_from(details.column - self.first_column).unwrap_or(0);
        let typed: String = details.text.chars().take(column).collect();
        let session = self.session()?;
        let (begin, found) = complete(&typed, session.repl.program());
        let start = typed[..begin].chars().count();
        let length = typed.chars().count() - start;
        let targets = found
            .iter()
            .take(200)
            .map(|label| json!({ "label": label, "start": start, "length": length }));
        let targets: Vec<Value> = targets.collect();
        Ok(json!({ "targets": targets }).into())
    }

    pub(crate) fn exception_info(&mut self) -> Answer {
        let session = self.session()?;
        let why = session.last.as_ref().map(|stopped| stopped.why.clone());
        let report = session.stop_report(&why.unwrap_or_default());
        let report = report.ok_or("the program has not stopped because of a mistake")?;
        let sources = &session.repl.program().loaded().sources;
        let text = render(sources, &report, &RenderOptions::default());
        let page = (self.launcher.explain())(self.session()?.engine().desc(), report.code.0);
        let more = match page {
            Some(_) => format!("\n`explain {}` in the console shows more.\n", report.code),
            None => String::new(),
        };
        Ok(json!({
            "page": page,
            "exceptionId": report.code.0,
            "description": report.title,
            "breakMode": "always",
            "details": { "message": report.title, "typeName": report.code.0, "stackTrace": text + &more },
        })
        .into())
    }
}

impl Session {
    /// All that can be said about a mistake that has stopped the program.
    fn stop_report(&mut self, why: &[Why]) -> Option<Diagnostic> {
        let finding = why.iter().find_map(|why| match why {
            Why::Finding(index) => Some(*index),
            _ => None,
        });
        match finding {
            Some(index) => {
                let engine = self.engine();
                let finding = engine.finding(index)?;
                Some(engine.finding_report(finding))
            }
            None => self.engine().end_report(),
        }
    }

    /// A message whose expressions in braces are replaced by their values.
    pub(crate) fn filled(&mut self, message: &str) -> String {
        let mut text = String::new();
        let mut rest = message;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((expression, after)) = after.split_once('}') else {
                break;
            };
            text += before;
            match self.repl.value(expression.trim(), 0) {
                Ok(value) => text += &value,
                Err(why) => text += &format!("<{why}>"),
            }
            rest = after;
        }
        text + rest
    }
}
