//! Linux programs with the o32 convention.

use crate::world::{big_endian_image, host, image};
use machine::env::{Linux, LinuxAbi};
use machine::image::Image;
use machine::observe::Off;
use runtime::{End, Limits, Session, Target};
use std::sync::Arc;

fn start(image: Image, args: &[&str]) -> Session {
    let linux = Box::new(Linux::new(&LinuxAbi::MIPS_O32, 0));
    let args = args.iter().map(|arg| arg.as_bytes().to_vec()).collect();
    Session::new(
        Target::Mips,
        Arc::new(image),
        linux,
        args,
        Limits::default(),
    )
    .expect("it fits")
}

/// Calls `number` with a number, an address in the data, and a number; the results in `$v0` and
/// `$a3`, and what was printed.
#[track_caller]
fn call(number: u32, [a0, a2]: [u32; 2]) -> (u32, u32, String) {
    let main = format!(
        "li $v0, {number}
        li $a0, {a0}
        lui $a1, 0x1001
        li $a2, {a2}
        li $a3, 77
        syscall"
    );
    let mut session = start(image(&main, "", b"hello\0"), &["prog"]);
    let mut host = host("input");
    session.run(&mut Off, &mut host);
    let x = session.machine.registers.x;
    (x[2], x[7], String::from_utf8_lossy(&host.output).into())
}

#[test]
fn results_and_errors() {
    let quiet = |result, error| (result, error, String::new());
    assert_eq!(call(4004, [1, 5]), (5, 0, "hello".to_string()));
    assert_eq!(call(4003, [0, 5]), quiet(5, 0));
    assert_eq!(call(4045, [0, 0]), quiet(0x1001_1000, 0));
    assert_eq!(call(4006, [9, 0]), quiet(9, 1), "EBADF");
    assert_eq!(call(4005, [0, 0]), quiet(14, 1), "EFAULT");
    assert_eq!(call(4288, [0, 0]), quiet(2, 1), "ENOENT");
    assert_eq!(call(4999, [0, 0]), quiet(89, 1), "ENOSYS");
}

#[test]
fn programs_leave() {
    for number in [4001, 4246] {
        let main = format!("li $v0, {number}\nli $a0, 3\nsyscall");
        let mut session = start(image(&main, "", b""), &["prog"]);
        let outcome = session.run(&mut Off, &mut host(""));
        assert_eq!(outcome.end, End::Exit(3));
    }
}

#[test]
fn arguments_are_in_the_order_of_bytes() {
    let main = "lw $a0, 0($sp)";
    for image in [image(main, "", b""), big_endian_image(main, b"")] {
        let mut session = start(image, &["prog", "one"]);
        let _ = session.advance(&mut Off, &mut host(""), 1);
        let sp = session.machine.registers.x[29];
        assert_eq!((session.machine.registers.x[4], sp % 8), (2, 0));
    }
}
