//! Sessions with gdb, packet by packet, and clients that are not gdb. How Debian's gdb fares is tested in
//! tests/editors/gdb.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use assembler::MemoryLoader;
use debug::{DebugSetup, Engine};
use gdb::{GdbProgram, GdbServer};
use proptest::prelude::*;
use runtime::load::{LoadOptions, LoadRequest};
use std::fmt::Write as _;

const RISCV: &str = "\
.data
cell: .word 0
.text
main:
    li s0, 2
loop:
    jal add
    addi s0, s0, -1
    bnez s0, loop
    li a0, 10
    ecall
add:
    la t0, cell
    lw t1, 0(t0)
    addi t1, t1, 1
    sw t1, 0(t0)
    ret
";

const MIPS: &str = "\
.data
cell: .word 0
.text
main:
    la $t0, cell
    sw $sp, 0($t0)
    li $v0, 5
    syscall
    move $a0, $v0
    li $v0, 1
    syscall
    li $v0, 10
    syscall
";

fn server(name: &str, text: &str) -> GdbServer {
    let mut loader = MemoryLoader::default().with(name, text);
    let options = LoadOptions::new(".".into());
    let loaded = LoadRequest::new(name, &options)
        .from_loader(&mut loader)
        .load();
    let setup = DebugSetup::new(&loaded);
    let engine = Engine::new(loaded, setup).unwrap();
    let program = GdbProgram {
        name: name.to_owned(),
        elf: b"an ELF file".to_vec(),
    };
    GdbServer::new(engine, program, |_, _| None)
}

fn packet(said: &[u8]) -> Vec<u8> {
    let sum = said.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    let mut bytes = b"$".to_vec();
    bytes.extend(said);
    bytes.extend(format!("#{sum:02x}").bytes());
    bytes
}

/// What is said to these packets, those to gdb's console as text.
fn session(server: &mut GdbServer, packets: &[&str]) -> String {
    let mut transcript = String::new();
    for said in packets {
        let _ = writeln!(transcript, "> {said}");
        let mut answer = server.receive(&packet(said.as_bytes()));
        while server.is_running() {
            answer.extend(server.tick(3));
        }
        let text = String::from_utf8_lossy(&answer).into_owned();
        for part in text.split_inclusive('#') {
            let Some((_, said)) = part.split_once('$') else {
                continue;
            };
            let said = said.trim_end_matches('#');
            let shown = said.strip_prefix('O').filter(|hex| *hex != "K");
            match shown {
                None => _ = writeln!(transcript, "< {said}"),
                Some(hex) => {
                    let digits = hex.as_bytes().chunks(2);
                    let bytes = digits.filter_map(|pair| {
                        u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()
                    });
                    let bytes: Vec<u8> = bytes.collect();
                    let _ = writeln!(
                        transcript,
                        "| {}",
                        String::from_utf8_lossy(&bytes).trim_end()
                    );
                }
            }
        }
    }
    transcript
}

#[test]
fn a_session_on_riscv() {
    let mut server = server("add.s", RISCV);
    let said = session(
        &mut server,
        &[
            "qSupported:swbreak+;hwbreak+",
            "QStartNoAckMode",
            "?",
            "vCont?",
            "qXfer:features:read:target.xml:0,80",
            "qXfer:exec-file:read:1:0,ffb",
            "vFile:open:2f6164642e73,0,0",
            "vFile:pread:3,5,3",
            "vFile:open:2f6574632f706173737764,0,0",
            "p20",
            "m0,8",
            "m3,1",
            "m7ffffffe,8",
            "mffffffff,ffffffff",
            "Z0,14,4",
            "Z0,14,4",
            "Z0,7000,4",
            "vCont;c",
            "z0,14,4",
            "Z2,10000000,4",
            "c",
            "bc",
            "bs",
            "bc",
            "z2,10000000,4",
            "P5=2a000000",
            "p5",
            "M10000000,2:0102",
            "X10000000,4:abcd",
            "m10000000,4",
            "vCont;s",
            "c",
            "c",
            "qRcmd,6261636b2031",
            "D",
        ],
    );
    assert!(server.is_done());
    insta::assert_snapshot!(said);
}

#[test]
fn a_session_on_mips() {
    let mut server = server("read.asm", MIPS);
    let said = session(
        &mut server,
        &[
            "qXfer:features:read:target.xml:80,40",
            "g",
            "p25",
            "Z4,10010000,4",
            "c",
            "z4,10010000,4",
            "c",
            "qRcmd,696e707574203432",
            "c",
            "bs",
            "c",
            "c",
        ],
    );
    assert!(server.is_done());
    insta::assert_snapshot!(said);
}

#[test]
fn ctrl_c_stops_what_runs_forever() {
    let mut server = server("forever.s", "main: addi t0, t0, 1\nj main\n");
    server.receive(&packet(b"c"));
    assert!(server.is_running());
    assert!(server.tick(1000).is_empty());
    // What else comes in meanwhile waits.
    assert!(server.receive(&packet(b"?")).is_empty());
    let said = String::from_utf8(server.receive(b"")).unwrap();
    assert_eq!(said, "");
    let mut server = self::server("forever.s", "main: addi t0, t0, 1\nj main\n");
    server.receive(&packet(b"c"));
    server.tick(1000);
    let said = String::from_utf8(server.receive(b"+\x03")).unwrap();
    assert!(said.contains("$T02thread:1;#"), "{said}");
    assert!(!server.is_running());
}

fn any_packet() -> impl Strategy<Value = Vec<u8>> {
    let verb = prop::sample::select(vec![
        "?",
        "g",
        "G",
        "p",
        "P",
        "m",
        "M",
        "X",
        "Z0,",
        "Z2,",
        "Z3,",
        "z0,",
        "z2,",
        "s",
        "c",
        "bs",
        "bc",
        "H",
        "vCont;",
        "vFile:open:",
        "vFile:pread:3,",
        "vFile:fstat:3",
        "qRcmd,",
        "qSupported",
        "qXfer:features:read:target.xml:",
        "qXfer:exec-file:read:",
        "q",
        "Q",
        "v",
        "!",
        "T",
    ]);
    let rest = prop_oneof![
        "[0-9a-f]{0,9}",
        "[0-9a-f]{1,8},[0-9a-f]{1,8}",
        "[0-9a-f]{1,8},[0-9a-f]{1,3}:[0-9a-f]{0,8}",
        "[ -~]{0,12}",
        Just("ffffffff,ffffffff".to_owned()),
        Just("10000000,4".to_owned()),
    ];
    (verb, rest).prop_map(|(verb, rest)| format!("{verb}{rest}").into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn nonsense_does_no_harm(
        packets in prop::collection::vec(prop_oneof![
            4 => any_packet().prop_map(|said| packet(&said)),
            1 => prop::collection::vec(any::<u8>(), 0..40),
        ], 1..40),
    ) {
        let mut server = server("add.s", RISCV);
        for bytes in packets {
            server.receive(&bytes);
            for _ in 0..20 {
                server.tick(5);
            }
        }
    }

    /// Wherever gdb goes, the program is as it was there before.
    #[test]
    fn back_is_where_it_was(moves in prop::collection::vec(0..4usize, 1..20)) {
        let mut server = server("add.s", RISCV);
        session(&mut server, &["Z2,10000000,4", "Z0,14,4"]);
        let mut seen: Vec<(String, String)> = Vec::new();
        for number in moves {
            let said = ["vCont;s", "vCont;c", "bs", "bc"][number];
            session(&mut server, &[said]);
            let place = session(&mut server, &["qRcmd,7072696e742073746570"]);
            let state = session(&mut server, &["g", "m10000000,4"]);
            match seen.iter().find(|(known, _)| *known == place) {
                Some((_, known)) => prop_assert_eq!(known, &state),
                None => seen.push((place, state)),
            }
        }
    }
}
