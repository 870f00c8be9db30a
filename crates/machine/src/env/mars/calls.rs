//! The services of MARS, one row each.

use super::dialogs::Dialog;
use super::input::Number;
use super::{
    A0, A1, A2, A3, Action, F0, F1, F12, F13, Mars, NOTE_MILLISECONDS, Pending, Request,
    STRING_LIMIT, V0, double, double_text, float, float_text, printable, printable_byte,
    set_double,
};
use crate::env::call::{Call, CallRow, CallTable, Handler, rows};
use crate::isa::Reg;

type Service = Call<Mars>;

/// The services of MARS.
pub const TABLE: CallTable = CallTable {
    environment: "mars",
    isa: "mips32",
    instruction: "syscall",
    number: V0,
    rows: &ROWS,
    end_of_input: "give it more input, or use a last line of input to tell the program to stop",
    always_gives: &[],
};

static ROWS: [CallRow; CALLS.len()] = rows(CALLS);

/// The registers of a double that a service prints, and of one that it reads.
const DOUBLE: &[Reg] = &[F12, F13];
const DOUBLE_RESULT: &[Reg] = &[F0, F1];

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
        |mars, guest| mars.print((guest.reg(A0) as i32).to_string()),
    )
    .takes(&[A0], "the integer"),
    Service::new(2, "print_float", "Prints a float.", |mars, guest| {
        mars.print(float_text(float(guest, F12)))
    })
    .takes(&[F12], "the float"),
    Service::new(3, "print_double", "Prints a double.", |mars, guest| {
        mars.print(double_text(double(guest, F12)))
    })
    .takes(DOUBLE, "the double"),
    Service::new(4, "print_string", "Prints a string.", |mars, guest| {
        let address = guest.reg(A0);
        let text = guest.memory().read_string(address, STRING_LIMIT)?;
        mars.print(printable(text))
    })
    .takes(&[A0], STRING),
    Service::new(5, "read_int", "Reads a line as an integer.", |mars, _| {
        mars.ask(Pending::Number(Number::Int), Request::ReadLine)
    })
    .gives(&[V0], "the integer"),
    Service::new(6, "read_float", "Reads a line as a float.", |mars, _| {
        mars.ask(Pending::Number(Number::Float), Request::ReadLine)
    })
    .gives(&[F0], "the float"),
    Service::new(7, "read_double", "Reads a line as a double.", |mars, _| {
        mars.ask(Pending::Number(Number::Double), Request::ReadLine)
    })
    .gives(DOUBLE_RESULT, "the double"),
    Service::new(
        8,
        "read_string",
        "Reads a line and stores it with its end and a zero byte; what does not fit is dropped.",
        |mars, guest| {
            let (buffer, room) = (guest.reg(A0), guest.reg(A1));
            mars.ask(Pending::Text { buffer, room }, Request::ReadLine)
        },
    )
    .takes(&[A0], "address of the buffer")
    .takes(&[A1], "size of the buffer")
    .fills(&[A0], &[A1]),
    Service::new(9, "sbrk", "Makes the heap larger.", Mars::sbrk)
        .takes(&[A0], "how many bytes")
        .gives(&[V0], "address of the new memory"),
    Service::new(10, "exit", "Ends the program with exit code 0.", |_, _| {
        Ok(Action::Exit(0))
    })
    .ends(),
    Service::new(11, "print_char", "Prints a character.", |mars, guest| {
        mars.print(printable_byte(guest.reg(A0) as u8))
    })
    .takes(&[A0], "the character, in the low byte"),
    Service::new(
        12,
        "read_char",
        "Reads a line and gives its first character.",
        |mars, _| mars.ask(Pending::Character, Request::ReadLine),
    )
    .gives(&[V0], "the character"),
    Service::new(13, "open", "Opens a file.", Mars::open)
        .takes(&[A0], "address of the path, which ends with a zero byte")
        .takes(&[A1], "0 read, 1 write, 9 append")
        .gives(&[V0], "number of the file, or -1"),
    Service::new(
        14,
        "read",
        "Reads bytes from a file or standard input (0) into memory.",
        Mars::read,
    )
    .takes(&[A0], "number of the file")
    .takes(&[A1], "address of the buffer")
    .takes(&[A2], "most bytes to read")
    .gives(&[V0], "how many bytes were read, 0 at the end, or -1")
    .fills(&[A1], &[A2]),
    Service::new(
        15,
        "write",
        "Writes bytes to a file, standard output (1) or standard error (2).",
        Mars::write,
    )
    .takes(&[A0], "number of the file")
    .takes(&[A1], "address of the bytes")
    .takes(&[A2], "how many bytes")
    .gives(&[V0], "how many bytes were written, or -1"),
    Service::new(16, "close", "Closes a file.", Mars::close).takes(&[A0], "number of the file"),
    Service::new(
        17,
        "exit2",
        "Ends the program with an exit code.",
        |_, guest| Ok(Action::Exit(guest.reg(A0) as i32)),
    )
    .takes(&[A0], "the exit code")
    .ends(),
    Service::new(30, "time", "Gives the time.", |mars, _| {
        mars.ask(Pending::Time, Request::Time)
    })
    .gives(
        &[A0, A1],
        "low and high word of the milliseconds since 1970",
    ),
    // There is no sound.
    note(
        31,
        "midi_out",
        "Does nothing: there is no sound.",
        |_, _| Ok(Action::Continue),
    ),
    Service::new(32, "sleep", "Waits.", |mars, guest| {
        mars.sleep(guest.reg(A0) as i32)
    })
    .takes(&[A0], "milliseconds"),
    note(
        33,
        "midi_out_sync",
        "Waits as long as the note would sound; there is no sound.",
        |mars, guest| match guest.reg(A1) as i32 {
            ..0 => mars.sleep(NOTE_MILLISECONDS),
            milliseconds => mars.sleep(milliseconds),
        },
    ),
    Service::new(
        34,
        "print_hex",
        "Prints a word in hexadecimal, with `0x` and eight digits.",
        |mars, guest| mars.print(format!("0x{:08x}", guest.reg(A0))),
    )
    .takes(&[A0], "the word"),
    Service::new(
        35,
        "print_binary",
        "Prints a word in binary, with 32 digits.",
        |mars, guest| mars.print(format!("{:032b}", guest.reg(A0))),
    )
    .takes(&[A0], "the word"),
    Service::new(
        36,
        "print_unsigned",
        "Prints an unsigned integer in decimal.",
        |mars, guest| mars.print(guest.reg(A0).to_string()),
    )
    .takes(&[A0], "the integer"),
    Service::new(
        40,
        "set_seed",
        "Seeds a stream of random numbers.",
        Mars::seed_stream,
    )
    .takes(&[A0], STREAM)
    .takes(&[A1], "the seed"),
    // Any value in $a0 gives random numbers, and programs often do not set it.
    Service::new(
        41,
        "random_int",
        "Gives a random integer.",
        |mars, guest| {
            let value = mars.stream(guest).int();
            guest.set_reg(A0, value as u32);
            Ok(Action::Continue)
        },
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
        |mars, guest| {
            let value = mars.stream(guest).float();
            guest.set_reg(F0, value.to_bits());
            Ok(Action::Continue)
        },
    )
    .may_take(&[A0], STREAM)
    .gives(&[F0], "the float"),
    Service::new(
        44,
        "random_double",
        "Gives a random double from 0 up to 1.",
        |mars, guest| {
            let value = mars.stream(guest).double();
            set_double(guest, F0, value);
            Ok(Action::Continue)
        },
    )
    .may_take(&[A0], STREAM)
    .gives(DOUBLE_RESULT, "the double"),
    Service::new(
        50,
        "confirm_dialog",
        "Asks yes, no or cancel.",
        |mars, guest| mars.ask_user(guest, Dialog::Confirm),
    )
    .takes(&[A0], QUESTION)
    .gives(&[A0], "0 yes, 1 no, 2 cancel"),
    Service::new(
        51,
        "input_dialog_int",
        "Asks for an integer.",
        |mars, guest| mars.ask_user(guest, Dialog::Number(Number::Int)),
    )
    .takes(&[A0], QUESTION)
    .gives(&[A0], "the integer")
    .gives(&[A1], STATUS),
    Service::new(
        52,
        "input_dialog_float",
        "Asks for a float.",
        |mars, guest| mars.ask_user(guest, Dialog::Number(Number::Float)),
    )
    .takes(&[A0], QUESTION)
    .gives(&[F0], "the float")
    .gives(&[A1], STATUS),
    Service::new(
        53,
        "input_dialog_double",
        "Asks for a double.",
        |mars, guest| mars.ask_user(guest, Dialog::Number(Number::Double)),
    )
    .takes(&[A0], QUESTION)
    .gives(DOUBLE_RESULT, "the double")
    .gives(&[A1], STATUS),
    Service::new(
        54,
        "input_dialog_string",
        "Asks for a line and stores it like `read_string`.",
        |mars, guest| {
            let (buffer, room) = (guest.reg(A1), guest.reg(A2));
            mars.ask_user(guest, Dialog::Text { buffer, room })
        },
    )
    .takes(&[A0], QUESTION)
    .takes(&[A1], "address of the buffer")
    .takes(&[A2], "size of the buffer")
    .gives(&[A1], "0, -2 cancelled, -3 empty, -4 too long")
    .fills(&[A1], &[A2]),
    Service::new(55, "message_dialog", "Shows a message.", |mars, guest| {
        mars.tell_user(guest, |_, _| Ok(Vec::new()))
    })
    .takes(&[A0], MESSAGE)
    .takes(&[A1], "kind of message, which changes nothing"),
    Service::new(
        56,
        "message_dialog_int",
        "Shows a message followed by an integer.",
        |mars, guest| mars.tell_user(guest, |_, a1| Ok((a1 as i32).to_string().into_bytes())),
    )
    .takes(&[A0], MESSAGE)
    .takes(&[A1], "the integer"),
    Service::new(
        57,
        "message_dialog_float",
        "Shows a message followed by a float.",
        |mars, guest| {
            mars.tell_user(guest, |guest, _| {
                Ok(float_text(float(guest, F12)).into_bytes())
            })
        },
    )
    .takes(&[A0], MESSAGE)
    .takes(&[F12], "the float"),
    Service::new(
        58,
        "message_dialog_double",
        "Shows a message followed by a double.",
        |mars, guest| {
            mars.tell_user(guest, |guest, _| {
                Ok(double_text(double(guest, F12)).into_bytes())
            })
        },
    )
    .takes(&[A0], MESSAGE)
    .takes(DOUBLE, "the double"),
    Service::new(
        59,
        "message_dialog_string",
        "Shows a message followed by a string.",
        |mars, guest| {
            mars.tell_user(guest, |guest, a1| {
                let text = guest.memory().read_string(a1, STRING_LIMIT)?;
                Ok(printable(text))
            })
        },
    )
    .takes(&[A0], MESSAGE)
    .takes(&[A1], STRING),
    Service::new(
        60,
        "clear_screen",
        "Does nothing: there is no window to clear.",
        |_, _| Ok(Action::Continue),
    ),
];

/// A call that would play a note. Nobody hears the arguments, so they need not be set.
const fn note(number: u32, name: &'static str, doc: &'static str, run: Handler<Mars>) -> Service {
    Service::new(number, name, doc, run)
        .may_take(&[A0], "pitch")
        .may_take(&[A1], "milliseconds")
        .may_take(&[A2], "instrument")
        .may_take(&[A3], "volume")
}
