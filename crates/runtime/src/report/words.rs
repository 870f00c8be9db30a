//! How things are spelled on a machine and in an environment, where advice has to name them.

use machine::isa::IsaDesc;

/// The words for one machine in one environment.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// The end of a program.
    pub(super) exit: &'static str,
    /// The end of a function.
    pub(super) ret: &'static str,
    /// The return address.
    pub(super) ra: &'static str,
    /// What a program with too little input can do.
    pub(super) end_of_input: &'static str,
    /// Where the number of bytes for the heap is.
    pub(super) heap_bytes: &'static str,
}

const VENUS: Words = Words {
    exit: "`li a0, 10` and `ecall`",
    ret: "ret",
    ra: "ra",
    end_of_input: "give it more input, or test for the end: read_char (ecall 12) gives 65535 there",
    heap_bytes: "a1",
};

const MARS: Words = Words {
    exit: "`li $v0, 10` and `syscall`",
    ret: "jr $ra",
    ra: "$ra",
    end_of_input: "give it more input, or let a last line of the input tell the program to stop",
    heap_bytes: "$a0",
};

impl Words {
    pub(super) fn of(desc: &IsaDesc, environment: &str) -> Words {
        let (teaching, linux_exit) = match desc.title {
            "MIPS" => (MARS, "`li $v0, 4001` and `syscall`"),
            _ => (VENUS, "`li a7, 93` and `ecall`"),
        };
        match environment {
            "linux" => Words {
                exit: linux_exit,
                ..teaching
            },
            _ => teaching,
        }
    }
}
