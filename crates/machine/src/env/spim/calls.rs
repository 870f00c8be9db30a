//! The calls of SPIM and mipsy, as rows. What both have alike is written once.

use super::numbers::{c_double, c_float};
use super::{A0, A1, A2, Spim, V0};
use crate::env::Action;
use crate::env::call::{Call, CallRow, CallTable, rows};
use crate::isa::Reg;

type Service = Call<Spim>;

const NUMBER: Reg = V0;
const ARGUMENT: &[Reg] = &[A0];
const SECOND: &[Reg] = &[A1];
const THIRD: &[Reg] = &[A2];
const RESULT: &[Reg] = &[V0];
const F0: Reg = Reg(32);
const F1: Reg = Reg(33);
const F12: Reg = Reg(44);
const F13: Reg = Reg(45);

/// The calls of SPIM.
pub const TABLE: CallTable = CallTable {
    environment: "spim",
    isa: "mips32",
    instruction: "syscall",
    number: NUMBER,
    rows: &ROWS,
    end_of_input: "give it more input, or use a last line of input to tell the program to stop",
    user_traps: false,
    always_gives: &[],
};

/// The calls of mipsy.
pub const MIPSY_TABLE: CallTable = CallTable {
    environment: "mipsy",
    rows: &MIPSY_ROWS,
    ..TABLE
};

static ROWS: [CallRow; CALLS.len()] = rows(CALLS);
static MIPSY_ROWS: [CallRow; MIPSY_CALLS.len()] = rows(MIPSY_CALLS);

/// The calls of SPIM, in the order of their numbers.
pub(super) const CALLS: &[Service] = &[
    PRINT_INT,
    PRINT_FLOAT,
    PRINT_DOUBLE,
    PRINT_STRING,
    Service::new(
        5,
        "read_int",
        "Reads a line, and the integer that it begins with: 0 if there is none.",
        Spim::read_int,
    )
    .gives(RESULT, "the integer"),
    Service::new(
        6,
        "read_float",
        "Reads a line, and the float that it begins with: 0 if there is none.",
        Spim::read_float,
    )
    .gives(&[F0], "the float"),
    Service::new(
        7,
        "read_double",
        "Reads a line, and the double that it begins with: 0 if there is none.",
        Spim::read_double,
    )
    .gives(&[F0, F1], "the double"),
    Service::new(
        8,
        "read_string",
        "Reads up to the end of a line, and stores it with a zero byte; what does not fit is left for the next call.",
        Spim::read_string,
    )
    .takes(ARGUMENT, "address of the buffer")
    .takes(SECOND, "size of the buffer")
    .fills(ARGUMENT, SECOND),
    SBRK,
    EXIT,
    Service::new(
        11,
        "print_char",
        "Prints a byte.",
        Spim::print_char,
    )
    .takes(ARGUMENT, "the byte")
    .prints(ARGUMENT),
    Service::new(
        12,
        "read_char",
        "Reads one character, which may be a line end; at the end of the input it is one.",
        Spim::read_char,
    )
    .gives(RESULT, "the character"),
    OPEN,
    READ,
    WRITE,
    CLOSE,
    EXIT2,
];

/// The calls of mipsy, in the order of their numbers.
pub(super) const MIPSY_CALLS: &[Service] = &[
    PRINT_INT,
    PRINT_STRING,
    Service::new(
        5,
        "read_int",
        "Reads an integer up to a blank or the end of a line, and asks again if there is something else.",
        Spim::read_int_token,
    )
    .gives(RESULT, "the integer; 0 at the end of the input"),
    Service::new(
        8,
        "read_string",
        "Reads a line and stores it with its end and a zero byte; what does not fit is dropped.",
        Spim::read_whole_line,
    )
    .takes(ARGUMENT, "address of the buffer")
    .takes(SECOND, "size of the buffer")
    .fills(ARGUMENT, SECOND),
    SBRK,
    EXIT,
    Service::new(
        11,
        "print_char",
        "Prints one of the characters U+0000 to U+00FF.",
        Spim::print_char,
    )
    .takes(ARGUMENT, "the character")
    .prints(ARGUMENT),
    Service::new(
        12,
        "read_char",
        "Reads one character that stands alone between blanks, and asks again if there is something else.",
        Spim::read_char_token,
    )
    .gives(RESULT, "the character; 0 at the end of the input"),
    OPEN,
    READ,
    WRITE,
    CLOSE,
    EXIT2,
];

const PRINT_INT: Service = Service::new(
    1,
    "print_int",
    "Prints a signed integer in decimal.",
    |spim, guest| spim.print((guest.reg(A0) as i32).to_string()),
)
.takes(ARGUMENT, "the integer")
.prints(ARGUMENT);

const PRINT_FLOAT: Service = Service::new(
    2,
    "print_float",
    "Prints a float with 8 digits after the point.",
    |spim, guest| spim.print(c_float(f32::from_bits(guest.reg(F12)))),
)
.takes(&[F12], "the float")
.prints(&[F12]);

const PRINT_DOUBLE: Service = Service::new(
    3,
    "print_double",
    "Prints a double with up to 18 digits.",
    |spim, guest| {
        let (low, high) = (guest.reg(F12), guest.reg(F13));
        spim.print(c_double(f64::from_bits(
            u64::from(high) << 32 | u64::from(low),
        )))
    },
)
.takes(&[F12, F13], "the double")
.prints(&[F12]);

const PRINT_STRING: Service =
    Service::new(4, "print_string", "Prints a string.", Spim::print_string)
        .takes(
            ARGUMENT,
            "address of the string, which ends with a zero byte",
        )
        .prints_at(ARGUMENT);

const SBRK: Service = Service::new(9, "sbrk", "Makes the heap larger.", Spim::sbrk)
    .takes(ARGUMENT, "how many bytes")
    .gives(RESULT, "address of the new memory");

const EXIT: Service = Service::new(10, "exit", "Ends the program with exit code 0.", |_, _| {
    Ok(Action::Exit(0))
})
.ends();

const OPEN: Service = Service::new(
    13,
    "open",
    "Opens a file, with the flags of Linux: 0 to read, 0x241 to write from the beginning.",
    Spim::open,
)
.takes(ARGUMENT, "address of the path, which ends with a zero byte")
.takes(SECOND, "flags")
.may_take(THIRD, "permissions of a new file")
.gives(RESULT, "the file's number, or -1");

const READ: Service = Service::new(14, "read", "Reads bytes from a file.", Spim::read)
    .takes(ARGUMENT, "the file's number")
    .takes(SECOND, "address of the buffer")
    .takes(THIRD, "how many bytes at most")
    .fills(SECOND, THIRD)
    .gives(RESULT, "how many bytes were read, or -1");

const WRITE: Service = Service::new(15, "write", "Writes bytes to a file.", Spim::write)
    .takes(ARGUMENT, "the file's number")
    .takes(SECOND, "address of the bytes")
    .takes(THIRD, "how many bytes")
    .prints_at(SECOND)
    .gives(RESULT, "how many bytes were written, or -1");

const CLOSE: Service = Service::new(16, "close", "Closes a file.", Spim::close)
    .takes(ARGUMENT, "the file's number")
    .gives(RESULT, "0, or -1");

const EXIT2: Service = Service::new(
    17,
    "exit2",
    "Ends the program with an exit code.",
    |_, guest| Ok(Action::Exit(guest.reg(A0) as i32)),
)
.takes(ARGUMENT, "the exit code")
.ends();
