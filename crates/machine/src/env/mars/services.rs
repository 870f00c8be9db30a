//! What answers the calls that MARS and RARS have in common. The tables of calls say under which
//! numbers.

use super::dialogs::Dialog;
use super::input::Number;
use super::{Mars, NOTE_MILLISECONDS, Pending};
use crate::env::java_text::{double_text, float_text};
use crate::env::{Action, CallFault, Guest, Request, STRING_LIMIT, SeekStart, printable_byte};

type Outcome = Result<Action, CallFault>;

impl Mars {
    pub(super) fn nothing(&mut self, _guest: &mut dyn Guest) -> Outcome {
        Ok(Action::Continue)
    }

    pub(super) fn exit(&mut self, _guest: &mut dyn Guest) -> Outcome {
        Ok(Action::Exit(0))
    }

    pub(super) fn exit_with_code(&mut self, guest: &mut dyn Guest) -> Outcome {
        Ok(Action::Exit(self.argument(guest) as i32))
    }

    pub(super) fn print_int(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print((self.argument(guest) as i32).to_string())
    }

    pub(super) fn print_unsigned(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print(self.argument(guest).to_string())
    }

    pub(super) fn print_hex(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print(format!("0x{:08x}", self.argument(guest)))
    }

    pub(super) fn print_binary(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print(format!("{:032b}", self.argument(guest)))
    }

    pub(super) fn print_float(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print(float_text(self.wiring.float(guest)))
    }

    pub(super) fn print_double(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print(double_text(self.wiring.double(guest)))
    }

    pub(super) fn print_char(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.print(printable_byte(self.argument(guest) as u8))
    }

    pub(super) fn print_string(&mut self, guest: &mut dyn Guest) -> Outcome {
        let address = self.argument(guest);
        let text = guest.memory().read_string(address, STRING_LIMIT)?;
        self.print(self.wiring.text(text))
    }

    pub(super) fn read_int(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Number(Number::Int), Request::ReadLine)
    }

    pub(super) fn read_float(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Number(Number::Float), Request::ReadLine)
    }

    pub(super) fn read_double(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Number(Number::Double), Request::ReadLine)
    }

    pub(super) fn read_char(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Character, Request::ReadLine)
    }

    pub(super) fn read_string(&mut self, guest: &mut dyn Guest) -> Outcome {
        let (buffer, room) = (guest.reg(self.wiring.a0), guest.reg(self.wiring.a1));
        self.ask(Pending::Text { buffer, room }, Request::ReadLine)
    }

    pub(super) fn time(&mut self, _guest: &mut dyn Guest) -> Outcome {
        self.ask(Pending::Time, Request::Time)
    }

    pub(super) fn wait(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.sleep(self.argument(guest) as i32)
    }

    pub(super) fn wait_for_note(&mut self, guest: &mut dyn Guest) -> Outcome {
        match guest.reg(self.wiring.a1) as i32 {
            ..0 => self.sleep(NOTE_MILLISECONDS),
            milliseconds => self.sleep(milliseconds),
        }
    }

    pub(super) fn random_int(&mut self, guest: &mut dyn Guest) -> Outcome {
        let value = self.stream(guest).int();
        guest.set_reg(self.wiring.a0, value as u32);
        Ok(Action::Continue)
    }

    pub(super) fn random_float(&mut self, guest: &mut dyn Guest) -> Outcome {
        let value = self.stream(guest).float();
        self.wiring.set_float(guest, value);
        Ok(Action::Continue)
    }

    pub(super) fn random_double(&mut self, guest: &mut dyn Guest) -> Outcome {
        let value = self.stream(guest).double();
        self.wiring.set_double(guest, value);
        Ok(Action::Continue)
    }

    pub(super) fn confirm(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.ask_user(guest, Dialog::Confirm)
    }

    pub(super) fn ask_int(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.ask_user(guest, Dialog::Number(Number::Int))
    }

    pub(super) fn ask_float(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.ask_user(guest, Dialog::Number(Number::Float))
    }

    pub(super) fn ask_double(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.ask_user(guest, Dialog::Number(Number::Double))
    }

    pub(super) fn ask_string(&mut self, guest: &mut dyn Guest) -> Outcome {
        let (buffer, room) = (guest.reg(self.wiring.a1), guest.reg(self.wiring.a2));
        self.ask_user(guest, Dialog::Text { buffer, room })
    }

    pub(super) fn show(&mut self, guest: &mut dyn Guest) -> Outcome {
        self.tell_user(guest, Vec::new())
    }

    pub(super) fn show_int(&mut self, guest: &mut dyn Guest) -> Outcome {
        let value = guest.reg(self.wiring.a1) as i32;
        self.tell_user(guest, value.to_string().into_bytes())
    }

    pub(super) fn show_float(&mut self, guest: &mut dyn Guest) -> Outcome {
        let value = self.wiring.float(guest);
        self.tell_user(guest, float_text(value).into_bytes())
    }

    pub(super) fn show_double(&mut self, guest: &mut dyn Guest) -> Outcome {
        let value = self.wiring.double(guest);
        self.tell_user(guest, double_text(value).into_bytes())
    }

    pub(super) fn show_string(&mut self, guest: &mut dyn Guest) -> Outcome {
        let address = guest.reg(self.wiring.a1);
        let text = guest.memory().read_string(address, STRING_LIMIT)?;
        self.tell_user(guest, self.wiring.text(text))
    }

    pub(super) fn working_folder(&mut self, guest: &mut dyn Guest) -> Outcome {
        const PATH: &[u8] = b".\0";
        let (buffer, room) = (guest.reg(self.wiring.a0), guest.reg(self.wiring.a1));
        if (room as usize) < PATH.len() {
            return self.fails(guest);
        }
        guest.memory().write_guest(buffer, PATH)?;
        Ok(Action::Continue)
    }

    pub(super) fn seek(&mut self, guest: &mut dyn Guest) -> Outcome {
        let file = self.argument(guest);
        let offset = guest.reg(self.wiring.a1) as i32;
        let from = match guest.reg(self.wiring.a2) {
            0 => SeekStart::Beginning,
            1 => SeekStart::Here,
            2 => SeekStart::End,
            _ => return self.fails(guest),
        };
        self.ask(Pending::Moved, Request::Seek { file, offset, from })
    }

    /// The first argument.
    fn argument(&self, guest: &dyn Guest) -> u32 {
        guest.reg(self.wiring.a0)
    }
}
