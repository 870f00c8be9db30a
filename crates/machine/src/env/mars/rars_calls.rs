//! The services of RARS, one row each: those of MARS with other registers, and other numbers for
//! files.

use super::Mars;
use crate::env::call::{Call, CallRow, CallTable, Handler, rows};
use crate::isa::Reg;

const A0: Reg = Reg(10);
const A1: Reg = Reg(11);
const A2: Reg = Reg(12);
const A3: Reg = Reg(13);
const A7: Reg = Reg(17);
const FA0: Reg = Reg(42);

type Service = Call<Mars>;

/// The services of RARS.
pub const TABLE: CallTable = CallTable {
    environment: "rars",
    isa: "rv32",
    instruction: "ecall",
    number: A7,
    rows: &ROWS,
    end_of_input: "give it more input, or use a last line of input to tell the program to stop",
    user_traps: true,
    always_gives: &[],
};

static ROWS: [CallRow; CALLS.len()] = rows(CALLS);

const STRING: &str = "address of the string, which ends with a zero byte";
const QUESTION: &str = "address of the question";
const MESSAGE: &str = "address of the message";
const STREAM: &str = "number of the random stream";
const STATUS: &str = "0, -1 not a number, -2 cancelled, -3 empty";

/// Every service, in the order of the numbers.
pub(super) const CALLS: &[Service] = &[
    Service::new(
        1,
        "print_int",
        "Prints a signed integer in decimal.",
        Mars::print_int,
    )
    .takes(&[A0], "the integer")
    .prints(&[A0]),
    Service::new(2, "print_float", "Prints a float.", Mars::print_float)
        .takes(&[FA0], "the float")
        .prints(&[FA0]),
    Service::new(3, "print_double", "Prints a double.", Mars::print_double)
        .takes(&[FA0], "the double")
        .prints(&[FA0]),
    Service::new(4, "print_string", "Prints a string.", Mars::print_string)
        .takes(&[A0], STRING)
        .prints_at(&[A0]),
    Service::new(5, "read_int", "Reads a line as an integer.", Mars::read_int)
        .gives(&[A0], "the integer"),
    Service::new(
        6,
        "read_float",
        "Reads a line as a float.",
        Mars::read_float,
    )
    .gives(&[FA0], "the float"),
    Service::new(
        7,
        "read_double",
        "Reads a line as a double.",
        Mars::read_double,
    )
    .gives(&[FA0], "the double"),
    Service::new(
        8,
        "read_string",
        "Reads a line and stores it with its end and a zero byte; what does not fit is dropped.",
        Mars::read_string,
    )
    .takes(&[A0], "address of the buffer")
    .takes(&[A1], "size of the buffer")
    .fills(&[A0], &[A1]),
    Service::new(9, "sbrk", "Makes the heap larger.", Mars::sbrk)
        .takes(&[A0], "how many bytes")
        .gives(&[A0], "address of the new memory"),
    Service::new(10, "exit", "Ends the program with exit code 0.", Mars::exit).ends(),
    Service::new(11, "print_char", "Prints a character.", Mars::print_char)
        .takes(&[A0], "the character, in the low byte")
        .prints(&[A0]),
    Service::new(
        12,
        "read_char",
        "Reads a line and gives its first character.",
        Mars::read_char,
    )
    .gives(&[A0], "the character"),
    Service::new(
        17,
        "get_cwd",
        "Stores the path of the folder that files are relative to, which is always `.`.",
        Mars::working_folder,
    )
    .takes(&[A0], "address of the buffer")
    .takes(&[A1], "size of the buffer")
    .gives(&[A0], "the address, or -1 if the buffer is too small")
    .fills(&[A0], &[A1]),
    Service::new(30, "time", "Gives the time.", Mars::time).gives(
        &[A0, A1],
        "low and high word of the milliseconds since 1970",
    ),
    // There is no sound.
    note(
        31,
        "midi_out",
        "Does nothing: there is no sound.",
        Mars::nothing,
    ),
    Service::new(32, "sleep", "Waits.", Mars::wait).takes(&[A0], "milliseconds"),
    note(
        33,
        "midi_out_sync",
        "Waits as long as the note would sound; there is no sound.",
        Mars::wait_for_note,
    ),
    Service::new(
        34,
        "print_hex",
        "Prints a word in hexadecimal, with `0x` and eight digits.",
        Mars::print_hex,
    )
    .takes(&[A0], "the word")
    .prints(&[A0]),
    Service::new(
        35,
        "print_binary",
        "Prints a word in binary, with 32 digits.",
        Mars::print_binary,
    )
    .takes(&[A0], "the word")
    .prints(&[A0]),
    Service::new(
        36,
        "print_unsigned",
        "Prints an unsigned integer in decimal.",
        Mars::print_unsigned,
    )
    .takes(&[A0], "the integer")
    .prints(&[A0]),
    Service::new(
        40,
        "set_seed",
        "Seeds a stream of random numbers.",
        Mars::seed_stream,
    )
    .takes(&[A0], STREAM)
    .takes(&[A1], "the seed"),
    // Any value in a0 gives random numbers, and programs often do not set it.
    Service::new(
        41,
        "random_int",
        "Gives a random integer.",
        Mars::random_int,
    )
    .may_take(&[A0], STREAM)
    .gives(&[A0], "the integer"),
    Service::new(
        42,
        "random_int_range",
        "Gives a random integer from 0 up to a bound.",
        Mars::random_below,
    )
    .may_take(&[A0], STREAM)
    .takes(&[A1], "the bound, which the integer stays below")
    .gives(&[A0], "the integer"),
    Service::new(
        43,
        "random_float",
        "Gives a random float from 0 up to 1.",
        Mars::random_float,
    )
    .may_take(&[A0], STREAM)
    .gives(&[FA0], "the float"),
    Service::new(
        44,
        "random_double",
        "Gives a random double from 0 up to 1.",
        Mars::random_double,
    )
    .may_take(&[A0], STREAM)
    .gives(&[FA0], "the double"),
    Service::new(
        50,
        "confirm_dialog",
        "Asks yes, no or cancel.",
        Mars::confirm,
    )
    .takes(&[A0], QUESTION)
    .gives(&[A0], "0 yes, 1 no, 2 cancel"),
    Service::new(
        51,
        "input_dialog_int",
        "Asks for an integer.",
        Mars::ask_int,
    )
    .takes(&[A0], QUESTION)
    .gives(&[A0], "the integer")
    .gives(&[A1], STATUS),
    Service::new(
        52,
        "input_dialog_float",
        "Asks for a float.",
        Mars::ask_float,
    )
    .takes(&[A0], QUESTION)
    .gives(&[FA0], "the float")
    .gives(&[A1], STATUS),
    Service::new(
        53,
        "input_dialog_double",
        "Asks for a double.",
        Mars::ask_double,
    )
    .takes(&[A0], QUESTION)
    .gives(&[FA0], "the double")
    .gives(&[A1], STATUS),
    Service::new(
        54,
        "input_dialog_string",
        "Asks for a line and stores it like `read_string`.",
        Mars::ask_string,
    )
    .takes(&[A0], QUESTION)
    .takes(&[A1], "address of the buffer")
    .takes(&[A2], "size of the buffer")
    .gives(&[A1], "0, -2 cancelled, -3 empty, -4 too long")
    .fills(&[A1], &[A2]),
    Service::new(55, "message_dialog", "Shows a message.", Mars::show)
        .takes(&[A0], MESSAGE)
        .takes(&[A1], "kind of message, which changes nothing"),
    Service::new(
        56,
        "message_dialog_int",
        "Shows a message followed by an integer.",
        Mars::show_int,
    )
    .takes(&[A0], MESSAGE)
    .takes(&[A1], "the integer"),
    Service::new(57, "close", "Closes a file.", Mars::close).takes(&[A0], "number of the file"),
    Service::new(
        58,
        "message_dialog_double",
        "Shows a message followed by a double.",
        Mars::show_double,
    )
    .takes(&[A0], MESSAGE)
    .takes(&[FA0], "the double"),
    Service::new(
        59,
        "message_dialog_string",
        "Shows a message followed by a string.",
        Mars::show_string,
    )
    .takes(&[A0], MESSAGE)
    .takes(&[A1], STRING),
    Service::new(
        60,
        "message_dialog_float",
        "Shows a message followed by a float.",
        Mars::show_float,
    )
    .takes(&[A0], MESSAGE)
    .takes(&[FA0], "the float"),
    Service::new(62, "lseek", "Moves to another place in a file.", Mars::seek)
        .takes(&[A0], "number of the file")
        .takes(&[A1], "how far")
        .takes(&[A2], "from where: 0 its beginning, 1 here, 2 its end")
        .gives(&[A0], "the new place, or -1"),
    Service::new(
        63,
        "read",
        "Reads bytes from a file or standard input (0) into memory.",
        Mars::read,
    )
    .takes(&[A0], "number of the file")
    .takes(&[A1], "address of the buffer")
    .takes(&[A2], "most bytes to read")
    .gives(&[A0], "how many bytes were read, 0 at the end, or -1")
    .fills(&[A1], &[A2]),
    Service::new(
        64,
        "write",
        "Writes bytes to a file, standard output (1) or standard error (2).",
        Mars::write,
    )
    .takes(&[A0], "number of the file")
    .takes(&[A1], "address of the bytes")
    .prints_at(&[A1])
    .takes(&[A2], "how many bytes")
    .gives(&[A0], "how many bytes were written, or -1"),
    Service::new(
        93,
        "exit2",
        "Ends the program with an exit code.",
        Mars::exit_with_code,
    )
    .takes(&[A0], "the exit code")
    .ends(),
    Service::new(1024, "open", "Opens a file.", Mars::open)
        .takes(&[A0], "address of the path, which ends with a zero byte")
        .takes(&[A1], "0 read, 1 write, 9 append")
        .gives(&[A0], "number of the file, or -1"),
];

/// A call that would play a note. Nobody hears the arguments, so they need not be set.
const fn note(number: u32, name: &'static str, doc: &'static str, run: Handler<Mars>) -> Service {
    Service::new(number, name, doc, run)
        .may_take(&[A0], "pitch")
        .may_take(&[A1], "milliseconds")
        .may_take(&[A2], "instrument")
        .may_take(&[A3], "volume")
}
