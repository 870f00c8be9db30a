//! Where MARS opens a window, the question is shown on standard error, which is not the program's
//! output, and the answer is a line of standard input. The end of input is the cancel button.

use super::input::{Number, store_line};
use super::{Mars, Pending};
use crate::env::{Action, Answer, CallFault, Guest, Request, STRING_LIMIT};

/// Status of an answer, in the second argument.
const OK: i32 = 0;
const NOT_A_NUMBER: i32 = -1;
const CANCELLED: i32 = -2;
const EMPTY: i32 = -3;
const TOO_LONG: i32 = -4;

/// A question to the user.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dialog {
    Confirm,
    Number(Number),
    Text { buffer: u32, room: u32 },
}

impl Mars {
    /// Shows the question that the first argument points to, and reads a line.
    pub(super) fn ask_user(
        &mut self,
        guest: &mut dyn Guest,
        dialog: Dialog,
    ) -> Result<Action, CallFault> {
        self.need_window()?;
        let address = guest.reg(self.wiring.a0);
        let question = guest.memory().read_string(address, STRING_LIMIT)?;
        let mut question = self.wiring.text(question);
        if !question.ends_with(b"\n") && !question.ends_with(b" ") {
            question.push(b' ');
        }
        if let Dialog::Confirm = dialog {
            question.extend(b"(y/n/c) ");
        }
        self.show_question(dialog, question)
    }

    /// On their command lines, the simulators have no windows.
    fn need_window(&self) -> Result<(), CallFault> {
        match self.has_windows {
            true => Ok(()),
            false => Err(CallFault::NoWindow),
        }
    }

    fn show_question(&mut self, dialog: Dialog, bytes: Vec<u8>) -> Result<Action, CallFault> {
        self.ask(Pending::Shown(dialog), Request::Print { stream: 2, bytes })
    }

    /// Shows the message that the first argument points to, followed by a value.
    pub(super) fn tell_user(
        &mut self,
        guest: &mut dyn Guest,
        value: Vec<u8>,
    ) -> Result<Action, CallFault> {
        self.need_window()?;
        let address = guest.reg(self.wiring.a0);
        let message = guest.memory().read_string(address, STRING_LIMIT)?;
        let mut bytes = self.wiring.text(message);
        bytes.extend(value);
        bytes.push(b'\n');
        Ok(Action::Ask(Request::Print { stream: 2, bytes }))
    }

    /// Takes the user's answer.
    pub(super) fn replied(
        &mut self,
        guest: &mut dyn Guest,
        dialog: Dialog,
        answer: Answer,
    ) -> Result<Action, CallFault> {
        let line = match answer {
            Answer::Bytes(line) => Some(line),
            _ => None,
        };
        let status = match (dialog, line.as_deref()) {
            (Dialog::Confirm, line) => return self.confirmed(guest, line),
            (Dialog::Number(kind), None | Some([])) => {
                kind.read_or_zero(self.wiring, guest, b"0");
                if line.is_none() { CANCELLED } else { EMPTY }
            }
            (Dialog::Number(kind), Some(line)) => match kind.read_or_zero(self.wiring, guest, line)
            {
                true => OK,
                false => NOT_A_NUMBER,
            },
            (Dialog::Text { .. }, None) => CANCELLED,
            (Dialog::Text { .. }, Some([])) => EMPTY,
            (Dialog::Text { buffer, room }, Some(line)) => {
                match store_line(self.wiring, guest, buffer, room, line)? {
                    true => OK,
                    false => TOO_LONG,
                }
            }
        };
        guest.set_reg(self.wiring.a1, status as u32);
        Ok(Action::Continue)
    }

    /// Takes yes, no or cancel; asks again for anything else.
    fn confirmed(
        &mut self,
        guest: &mut dyn Guest,
        line: Option<&[u8]>,
    ) -> Result<Action, CallFault> {
        let word = line.map(|line| line.trim_ascii().to_ascii_lowercase());
        let button = match word.as_deref() {
            Some(b"y" | b"yes") => 0,
            Some(b"n" | b"no") => 1,
            Some(b"c" | b"cancel") | None => 2,
            Some(_) => {
                let again = b"please answer y (yes), n (no) or c (cancel): ".to_vec();
                return self.show_question(Dialog::Confirm, again);
            }
        };
        guest.set_reg(self.wiring.a0, button);
        Ok(Action::Continue)
    }
}
