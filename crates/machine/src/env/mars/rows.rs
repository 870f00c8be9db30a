//! The calls that MARS and RARS have, as rows: what they take and give, in registers that each of the two
//! has its own of. The tables give them their numbers.

use super::Mars;
use crate::env::call::{Call, Handler};
use crate::isa::Reg;

pub(super) type Service = Call<Mars>;

/// Where the values of calls are.
pub(super) struct CallRegisters {
    pub(super) a0: &'static [Reg],
    pub(super) a1: &'static [Reg],
    pub(super) a2: &'static [Reg],
    pub(super) a3: &'static [Reg],
    /// Both words of a number that takes two.
    pub(super) a0_and_a1: &'static [Reg],
    pub(super) result: &'static [Reg],
    /// A float and a double that are printed.
    pub(super) float: &'static [Reg],
    pub(super) double: &'static [Reg],
    /// The same as results.
    pub(super) float_result: &'static [Reg],
    pub(super) double_result: &'static [Reg],
}

const STRING: &str = "address of the string, which ends with a zero byte";
const QUESTION: &str = "address of the question";
const MESSAGE: &str = "address of the message";
const STREAM: &str = "number of the random stream";
const STATUS: &str = "0, -1 not a number, -2 cancelled, -3 empty";

impl CallRegisters {
    pub(super) const fn print_int(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_int",
            "Prints a signed integer in decimal.",
            Mars::print_int,
        )
        .takes(self.a0, "the integer")
        .prints(self.a0)
    }

    pub(super) const fn print_float(&self, number: u32) -> Service {
        Service::new(number, "print_float", "Prints a float.", Mars::print_float)
            .takes(self.float, "the float")
            .prints(self.float)
    }

    pub(super) const fn print_double(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_double",
            "Prints a double.",
            Mars::print_double,
        )
        .takes(self.double, "the double")
        .prints(self.double)
    }

    pub(super) const fn print_string(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_string",
            "Prints a string.",
            Mars::print_string,
        )
        .takes(self.a0, STRING)
        .prints_at(self.a0)
    }

    pub(super) const fn read_int(&self, number: u32) -> Service {
        Service::new(
            number,
            "read_int",
            "Reads a line as an integer.",
            Mars::read_int,
        )
        .gives(self.result, "the integer")
    }

    pub(super) const fn read_float(&self, number: u32) -> Service {
        Service::new(
            number,
            "read_float",
            "Reads a line as a float.",
            Mars::read_float,
        )
        .gives(self.float_result, "the float")
    }

    pub(super) const fn read_double(&self, number: u32) -> Service {
        Service::new(
            number,
            "read_double",
            "Reads a line as a double.",
            Mars::read_double,
        )
        .gives(self.double_result, "the double")
    }

    pub(super) const fn read_string(&self, number: u32) -> Service {
        Service::new(number,
        "read_string",
        "Reads a line and stores it with its end and a zero byte; what does not fit is dropped.",
        Mars::read_string,
    )
    .takes(self.a0, "address of the buffer")
    .takes(self.a1, "size of the buffer")
    .fills(self.a0, self.a1)
    }

    pub(super) const fn sbrk(&self, number: u32) -> Service {
        Service::new(number, "sbrk", "Makes the heap larger.", Mars::sbrk)
            .takes(self.a0, "how many bytes")
            .gives(self.result, "address of the new memory")
    }

    pub(super) const fn exit(&self, number: u32) -> Service {
        Service::new(
            number,
            "exit",
            "Ends the program with exit code 0.",
            Mars::exit,
        )
        .ends()
    }

    pub(super) const fn print_char(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_char",
            "Prints a character.",
            Mars::print_char,
        )
        .takes(self.a0, "the character, in the low byte")
        .prints(self.a0)
    }

    pub(super) const fn read_char(&self, number: u32) -> Service {
        Service::new(
            number,
            "read_char",
            "Reads a line and gives its first character.",
            Mars::read_char,
        )
        .gives(self.result, "the character")
    }

    pub(super) const fn open(&self, number: u32) -> Service {
        Service::new(number, "open", "Opens a file.", Mars::open)
            .takes(self.a0, "address of the path, which ends with a zero byte")
            .takes(self.a1, "0 read, 1 write, 9 append")
            .gives(self.result, "number of the file, or -1")
    }

    pub(super) const fn read(&self, number: u32) -> Service {
        Service::new(
            number,
            "read",
            "Reads bytes from a file or standard input (0) into memory.",
            Mars::read,
        )
        .takes(self.a0, "number of the file")
        .takes(self.a1, "address of the buffer")
        .takes(self.a2, "most bytes to read")
        .gives(self.result, "how many bytes were read, 0 at the end, or -1")
        .fills(self.a1, self.a2)
    }

    pub(super) const fn write(&self, number: u32) -> Service {
        Service::new(
            number,
            "write",
            "Writes bytes to a file, standard output (1) or standard error (2).",
            Mars::write,
        )
        .takes(self.a0, "number of the file")
        .takes(self.a1, "address of the bytes")
        .prints_at(self.a1)
        .takes(self.a2, "how many bytes")
        .gives(self.result, "how many bytes were written, or -1")
    }

    pub(super) const fn close(&self, number: u32) -> Service {
        Service::new(number, "close", "Closes a file.", Mars::close)
            .takes(self.a0, "number of the file")
    }

    pub(super) const fn exit2(&self, number: u32) -> Service {
        Service::new(
            number,
            "exit2",
            "Ends the program with an exit code.",
            Mars::exit_with_code,
        )
        .takes(self.a0, "the exit code")
        .ends()
    }

    pub(super) const fn time(&self, number: u32) -> Service {
        Service::new(number, "time", "Gives the time.", Mars::time).gives(
            self.a0_and_a1,
            "low and high word of the milliseconds since 1970",
        )
    }

    pub(super) const fn midi_out(&self, number: u32) -> Service {
        // There is no sound.
        self.note(
            number,
            "midi_out",
            "Does nothing: there is no sound.",
            Mars::nothing,
        )
    }

    pub(super) const fn sleep(&self, number: u32) -> Service {
        Service::new(number, "sleep", "Waits.", Mars::wait).takes(self.a0, "milliseconds")
    }

    pub(super) const fn midi_out_sync(&self, number: u32) -> Service {
        self.note(
            number,
            "midi_out_sync",
            "Waits as long as the note would sound; there is no sound.",
            Mars::wait_for_note,
        )
    }

    pub(super) const fn print_hex(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_hex",
            "Prints a word in hexadecimal, with `0x` and eight digits.",
            Mars::print_hex,
        )
        .takes(self.a0, "the word")
        .prints(self.a0)
    }

    pub(super) const fn print_binary(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_binary",
            "Prints a word in binary, with 32 digits.",
            Mars::print_binary,
        )
        .takes(self.a0, "the word")
        .prints(self.a0)
    }

    pub(super) const fn print_unsigned(&self, number: u32) -> Service {
        Service::new(
            number,
            "print_unsigned",
            "Prints an unsigned integer in decimal.",
            Mars::print_unsigned,
        )
        .takes(self.a0, "the integer")
        .prints(self.a0)
    }

    pub(super) const fn set_seed(&self, number: u32) -> Service {
        Service::new(
            number,
            "set_seed",
            "Seeds a stream of random numbers.",
            Mars::seed_stream,
        )
        .takes(self.a0, STREAM)
        .takes(self.a1, "the seed")
    }

    pub(super) const fn random_int(&self, number: u32) -> Service {
        // Any value in the first argument gives random numbers, and programs often do not set it.
        Service::new(
            number,
            "random_int",
            "Gives a random integer.",
            Mars::random_int,
        )
        .may_take(self.a0, STREAM)
        .gives(self.a0, "the integer")
    }

    pub(super) const fn random_int_range(&self, number: u32) -> Service {
        Service::new(
            number,
            "random_int_range",
            "Gives a random integer from 0 up to a bound.",
            Mars::random_below,
        )
        .may_take(self.a0, STREAM)
        .takes(self.a1, "the bound, which the integer stays below")
        .gives(self.a0, "the integer")
    }

    pub(super) const fn random_float(&self, number: u32) -> Service {
        Service::new(
            number,
            "random_float",
            "Gives a random float from 0 up to 1.",
            Mars::random_float,
        )
        .may_take(self.a0, STREAM)
        .gives(self.float_result, "the float")
    }

    pub(super) const fn random_double(&self, number: u32) -> Service {
        Service::new(
            number,
            "random_double",
            "Gives a random double from 0 up to 1.",
            Mars::random_double,
        )
        .may_take(self.a0, STREAM)
        .gives(self.double_result, "the double")
    }

    pub(super) const fn confirm_dialog(&self, number: u32) -> Service {
        Service::new(
            number,
            "confirm_dialog",
            "Asks yes, no or cancel.",
            Mars::confirm,
        )
        .takes(self.a0, QUESTION)
        .gives(self.a0, "0 yes, 1 no, 2 cancel")
    }

    pub(super) const fn input_dialog_int(&self, number: u32) -> Service {
        Service::new(
            number,
            "input_dialog_int",
            "Asks for an integer.",
            Mars::ask_int,
        )
        .takes(self.a0, QUESTION)
        .gives(self.a0, "the integer")
        .gives(self.a1, STATUS)
    }

    pub(super) const fn input_dialog_float(&self, number: u32) -> Service {
        Service::new(
            number,
            "input_dialog_float",
            "Asks for a float.",
            Mars::ask_float,
        )
        .takes(self.a0, QUESTION)
        .gives(self.float_result, "the float")
        .gives(self.a1, STATUS)
    }

    pub(super) const fn input_dialog_double(&self, number: u32) -> Service {
        Service::new(
            number,
            "input_dialog_double",
            "Asks for a double.",
            Mars::ask_double,
        )
        .takes(self.a0, QUESTION)
        .gives(self.double_result, "the double")
        .gives(self.a1, STATUS)
    }

    pub(super) const fn input_dialog_string(&self, number: u32) -> Service {
        Service::new(
            number,
            "input_dialog_string",
            "Asks for a line and stores it like `read_string`.",
            Mars::ask_string,
        )
        .takes(self.a0, QUESTION)
        .takes(self.a1, "address of the buffer")
        .takes(self.a2, "size of the buffer")
        .gives(self.a1, "0, -2 cancelled, -3 empty, -4 too long")
        .fills(self.a1, self.a2)
    }

    pub(super) const fn message_dialog(&self, number: u32) -> Service {
        Service::new(number, "message_dialog", "Shows a message.", Mars::show)
            .takes(self.a0, MESSAGE)
            .takes(self.a1, "kind of message, which changes nothing")
    }

    pub(super) const fn message_dialog_int(&self, number: u32) -> Service {
        Service::new(
            number,
            "message_dialog_int",
            "Shows a message followed by an integer.",
            Mars::show_int,
        )
        .takes(self.a0, MESSAGE)
        .takes(self.a1, "the integer")
    }

    pub(super) const fn message_dialog_float(&self, number: u32) -> Service {
        Service::new(
            number,
            "message_dialog_float",
            "Shows a message followed by a float.",
            Mars::show_float,
        )
        .takes(self.a0, MESSAGE)
        .takes(self.float, "the float")
    }

    pub(super) const fn message_dialog_double(&self, number: u32) -> Service {
        Service::new(
            number,
            "message_dialog_double",
            "Shows a message followed by a double.",
            Mars::show_double,
        )
        .takes(self.a0, MESSAGE)
        .takes(self.double, "the double")
    }

    pub(super) const fn message_dialog_string(&self, number: u32) -> Service {
        Service::new(
            number,
            "message_dialog_string",
            "Shows a message followed by a string.",
            Mars::show_string,
        )
        .takes(self.a0, MESSAGE)
        .takes(self.a1, STRING)
    }

    pub(super) const fn clear_screen(&self, number: u32) -> Service {
        Service::new(
            number,
            "clear_screen",
            "Does nothing: there is no window to clear.",
            Mars::nothing,
        )
    }

    pub(super) const fn get_cwd(&self, number: u32) -> Service {
        Service::new(
            number,
            "get_cwd",
            "Stores the path of the folder that files are relative to, which is always `.`.",
            Mars::working_folder,
        )
        .takes(self.a0, "address of the buffer")
        .takes(self.a1, "size of the buffer")
        .gives(self.a0, "the address, or -1 if the buffer is too small")
        .fills(self.a0, self.a1)
    }

    pub(super) const fn lseek(&self, number: u32) -> Service {
        Service::new(
            number,
            "lseek",
            "Moves to another place in a file.",
            Mars::seek,
        )
        .takes(self.a0, "number of the file")
        .takes(self.a1, "how far")
        .takes(self.a2, "from where: 0 its beginning, 1 here, 2 its end")
        .gives(self.result, "the new place, or -1")
    }

    /// A call that would play a note. Nobody hears the arguments, so they need not be set.
    const fn note(
        &self,
        number: u32,
        name: &'static str,
        doc: &'static str,
        run: Handler<Mars>,
    ) -> Service {
        Service::new(number, name, doc, run)
            .may_take(self.a0, "pitch")
            .may_take(self.a1, "milliseconds")
            .may_take(self.a2, "instrument")
            .may_take(self.a3, "volume")
    }
}
