//! The calls of Venus, one row each.

use super::{
    A0, A1, A2, A3, A4, A6, Action, Pending, Request, STRING_LIMIT, Venus, character, printable,
};
use crate::env::call::{Call, CallRow, CallTable, rows};
use crate::env::{CallFault, Guest};

type VenusCall = Call<Venus>;

/// The calls of Venus.
pub const TABLE: CallTable = CallTable {
    environment: "venus",
    isa: "rv32",
    instruction: "ecall",
    number: A0,
    rows: &ROWS,
    end_of_input: "give it more input; a program that must see the end reads everything with \
                   read_char (ecall 12), which gives 65535 there, and not with other calls",
    user_traps: false,
    always_gives: &[],
};

static ROWS: [CallRow; CALLS.len()] = rows(CALLS);

/// The calls of the extension for VS Code.
pub(super) const BOARDS: std::ops::RangeInclusive<u32> = 0x100..=0x122;

/// Every call, in the order of the numbers.
pub(super) const CALLS: &[VenusCall] = &[
    VenusCall::new(
        1,
        "print_int",
        "Prints a signed integer in decimal.",
        |venus, guest| venus.print((guest.reg(A1) as i32).to_string().into_bytes()),
    )
    .takes(&[A1], "the integer").prints(&[A1]),
    VenusCall::new(4, "print_string", "Prints a string.", |venus, guest| {
        let address = guest.reg(A1);
        let text = guest.memory().read_string(address, STRING_LIMIT)?;
        venus.print(printable(text))
    })
    .takes(&[A1], "address of the string, which ends with a zero byte").prints_at(&[A1]),
    VenusCall::new(5, "atoi", "Converts a string to an integer.", Venus::atoi)
        .takes(&[A1], "address of the string, which ends with a zero byte")
        .gives(&[A0], "the integer, or 0 if the string is not one"),
    VenusCall::new(
        6,
        "read_int",
        "Reads the next word of the input as an integer.",
        |venus, _| venus.ask(Pending::ReadInt, Request::ReadWord),
    )
    .gives(&[A0], "the integer"),
    VenusCall::new(
        8,
        "read_string",
        "Reads a line and stores it without its end, followed by a zero byte; what does not fit is dropped.",
        |venus, guest| {
            let (buffer, limit) = (guest.reg(A1), guest.reg(A2));
            venus.ask(Pending::ReadString { buffer, limit }, Request::ReadLine)
        },
    )
    .takes(&[A1], "address of the buffer")
    .takes(&[A2], "most characters to store, without the zero byte")
    .gives(&[A0], "how many bytes were stored, with the zero byte")
    .fills(&[A1], &[A2]),
    VenusCall::new(9, "sbrk", "Makes the heap larger.", Venus::sbrk)
        .takes(&[A1], "how many bytes; a negative number does nothing")
        .gives(&[A0], "address of the new memory"),
    VenusCall::new(10, "exit", "Ends the program with exit code 0.", |_, _| {
        Ok(Action::Exit(0))
    })
    .ends(),
    VenusCall::new(11, "print_char", "Prints a character.", |venus, guest| {
        venus.print(character(guest.reg(A1)))
    })
    .takes(&[A1], "the character").prints(&[A1]),
    VenusCall::new(
        12,
        "read_char",
        "Reads one byte of the input.",
        |venus, _| venus.ask(Pending::ReadChar, Request::ReadByte),
    )
    .gives(&[A0], "the byte, or 65535 at the end of the input"),
    VenusCall::new(13, "open", "Opens a file.", Venus::open)
        .takes(&[A1], "address of the path, which ends with a zero byte")
        .takes(
            &[A2],
            "0 read, 1 write, 2 append; 3, 4 and 5 the same for reading and writing",
        )
        .gives(&[A0], "number of the file, or -1"),
    VenusCall::new(
        14,
        "read",
        "Reads bytes from a file into memory.",
        |venus, guest| {
            let (file, buffer, count) = (guest.reg(A1), guest.reg(A2), guest.reg(A3));
            venus.ask(Pending::Read { buffer }, Request::Read { file, count })
        },
    )
    .takes(&[A1], "number of the file")
    .takes(&[A2], "address of the buffer")
    .takes(&[A3], "most bytes to read")
    .gives(&[A0], "how many bytes were read, or -1 at the end")
    .fills(&[A2], &[A3]),
    VenusCall::new(15, "write", "Writes bytes to a file.", Venus::write)
        .takes(&[A1], "number of the file")
        .takes(&[A2], "address of the bytes").prints_at(&[A2])
        .takes(&[A3], "how many items")
        .takes(&[A4], "how many bytes an item has")
        .gives(&[A0], "how many items were written, or -1"),
    VenusCall::new(16, "close", "Closes a file.", |venus, guest| {
        let file = guest.reg(A1);
        venus.ask(Pending::Plain, Request::Close { file })
    })
    .takes(&[A1], "number of the file")
    .gives(&[A0], "0, or -1 if it is not open"),
    VenusCall::new(
        17,
        "exit2",
        "Prints `Exited with error code N` and ends the program with that exit code.",
        |venus, guest| {
            let code = guest.reg(A1) as i32;
            let bytes = format!("\nExited with error code {code}\n").into_bytes();
            venus.ask(Pending::Exit { code }, Request::Print { stream: 1, bytes })
        },
    )
    .takes(&[A1], "the exit code")
    .ends(),
    VenusCall::new(
        18,
        "flush",
        "Brings what was written to a file to the disk.",
        flush,
    )
    .takes(&[A1], "number of the file")
    .gives(&[A0], "0, or -1 if it is not open"),
    VenusCall::new(
        19,
        "feof",
        "Tells whether reading has reached the end of a file.",
        |venus, guest| {
            let file = guest.reg(A1);
            venus.ask(Pending::Plain, Request::AtEnd { file })
        },
    )
    .takes(&[A1], "number of the file")
    .gives(&[A0], "1 at the end, 0 before it, or -1 if it is not open"),
    // The host reports a failure at the call that fails; a valid file has none.
    VenusCall::new(
        20,
        "ferror",
        "Tells whether an earlier call for a file failed.",
        flush,
    )
    .takes(&[A1], "number of the file")
    .gives(&[A0], "0, or -1 if it is not open"),
    VenusCall::new(
        34,
        "print_hex",
        "Prints a word in hexadecimal, with `0x` and eight digits.",
        |venus, guest| venus.print(format!("0x{:08X}", guest.reg(A1)).into_bytes()),
    )
    .takes(&[A1], "the word").prints(&[A1]),
    VenusCall::new(
        0x100,
        "set_led",
        "Colours one LED of the matrix.",
        |venus, guest| {
            let (place, color) = (guest.reg(A1), guest.reg(A2));
            venus.boards.set_led(place, color);
            Ok(Action::Continue)
        },
    )
    .takes(&[A1], "the column in bits 31 to 16, the row in bits 15 to 0")
    .takes(&[A2], "the colour, 0xRRGGBB"),
    VenusCall::new(
        0x101,
        "set_all_leds",
        "Colours all LEDs of the matrix.",
        |venus, guest| {
            venus.allocator.work += venus.boards.set_all_leds(guest.reg(A1));
            Ok(Action::Continue)
        },
    )
    .takes(&[A1], "the colour, 0xRRGGBB"),
    VenusCall::new(
        0x110,
        "set_robot_row",
        "Sets a row of the robot's LEDs.",
        |venus, guest| {
            let (row, leds) = (guest.reg(A1), guest.reg(A2));
            venus.boards.set_robot_row(row, leds);
            Ok(Action::Continue)
        },
    )
    .takes(&[A1], "the row, 0 at the bottom to 11")
    .takes(&[A2], "the LEDs; bit 15 is on the left"),
    VenusCall::new(
        0x120,
        "set_digits",
        "Sets segments of the two digits.",
        |venus, guest| {
            let (segments, mask) = (guest.reg(A1), guest.reg(A2));
            venus.boards.set_digits(segments, mask);
            Ok(Action::Continue)
        },
    )
    .takes(&[A1], "segments a to g and the point, right in bits 0 to 7, left in bits 8 to 15")
    .takes(&[A2], "which of these bits count"),
    VenusCall::new(
        0x121,
        "set_lamps",
        "Sets the two LEDs of the board with the digits.",
        |venus, guest| {
            venus.boards.set_lamps(guest.reg(A1));
            Ok(Action::Continue)
        },
    )
    .takes(&[A1], "bit 0 the green one, bit 1 the red one"),
    VenusCall::new(
        0x122,
        "read_buttons",
        "Tells which buttons were pressed since the last call; the keys 0 and 1 press them.",
        |venus, _| venus.ask(Pending::Buttons, Request::PollKey),
    )
    .gives(&[A0], "bit 0 button 0, bit 1 button 1"),
    VenusCall::new(
        0x130,
        "start_keys",
        "Does nothing: `read_key` asks for input by itself.",
        |_, _| Ok(Action::Continue),
    ),
    VenusCall::new(
        0x131,
        "read_key",
        "Gives the next character of a line of the input.",
        Venus::poll,
    )
    .gives(&[A0], "2 with a character, 0 at the end of the line")
    .gives(&[A1], "the character"),
    VenusCall::new(
        0x3cc,
        "clib",
        "Calls a function of the C library.",
        Venus::clib,
    )
    .may_take(&[A1], "bytes (malloc), how many (calloc) or address (realloc, free)")
    .may_take(&[A2], "bytes of one (calloc) or new size (realloc)")
    .takes(&[A6], "1 malloc, 2 calloc, 3 realloc, 4 free, 5 number of blocks")
    .gives(&[A0], "address or number; free gives nothing"),
];

fn flush(venus: &mut Venus, guest: &mut dyn Guest) -> Result<Action, CallFault> {
    let file = guest.reg(A1);
    venus.ask(Pending::Plain, Request::Flush { file })
}
