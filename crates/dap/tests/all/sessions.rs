//! Every capability, on both machines, as messages.

use crate::editor::{Editor, Folder};
use dap::Adapter;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

const RISCV: &str = "\
.data
numbers: .half 3, 5, 8
text: .asciiz \"sum \"
half: .float 2.5
.text
main:
    la a0, numbers
    li a1, 3
    jal sum
    mv a1, a0
    li a0, 1
    ecall
    li a0, 10
    ecall
sum:
    addi sp, sp, -8
    sw ra, 4(sp)
    sw s0, 0(sp)
    li s0, 0
loop:
    lh t0, 0(a0)
    add s0, s0, t0
    addi a0, a0, 2
    addi a1, a1, -1
    bnez a1, loop
    mv a0, s0
    lw s0, 0(sp)
    lw ra, 4(sp)
    addi sp, sp, 8
    ret
";

const MIPS: &str = "\
.macro push(%register)
    addi $sp, $sp, -4
    sw %register, 0($sp)
.end_macro
.data
numbers: .word 3, 5
.text
main:
    li $a0, 4
    push($a0)
    jal double
    move $a0, $v0
    li $v0, 1
    syscall
    li $v0, 5
    syscall
    lw $t0, 3($zero)
double:
    add $v0, $a0, $a0
    jr $ra
";

fn source(name: &str) -> Value {
    json!({ "path": format!("/home/student/{name}") })
}

#[test]
fn breakpoints_steps_and_steps_back() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.begin("sum.s", json!({ "stopOnEntry": true }));
    let lines = json!([
        { "line": 21, "condition": "a1 == 1" },
        { "line": 22, "logMessage": "t0 = {t0}, then {nothing}" },
        { "line": 2 },
        { "line": 99 },
        { "line": 23, "condition": "a1 ==" },
        { "line": 23, "hitCondition": "often" },
    ]);
    editor.ask(
        "setBreakpoints",
        json!({ "source": source("sum.s"), "breakpoints": lines }),
    );
    editor.ask(
        "setBreakpoints",
        json!({ "source": source("other.s"), "breakpoints": [{ "line": 1 }] }),
    );
    editor.ask(
        "breakpointLocations",
        json!({ "source": source("sum.s"), "line": 1, "endLine": 9 }),
    );
    editor.ask("continue", json!({}));
    editor.ask("stackTrace", json!({}));
    editor.ask("next", json!({}));
    editor.ask("stepBack", json!({}));
    editor.ask("stepBack", json!({ "granularity": "instruction" }));
    editor.ask("stepIn", json!({ "granularity": "instruction" }));
    editor.ask("stepOut", json!({}));
    editor.ask("reverseContinue", json!({}));
    editor.ask("reverseContinue", json!({}));
    editor.ask("continue", json!({}));
    editor.ask("continue", json!({}));
    editor.ask("disconnect", json!({}));
    insta::assert_snapshot!(editor.transcript);
    assert!(editor.adapter.is_done());
}

#[test]
fn functions_instructions_and_data_stop_the_program() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.begin("sum.s", json!({ "stopOnEntry": true }));
    let functions =
        json!([{ "name": "sum" }, { "name": "sun" }, { "name": "loop", "hitCondition": "> 1" }]);
    editor.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": functions }),
    );
    editor.ask("continue", json!({}));
    editor.ask("continue", json!({}));
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let instructions = json!([{ "instructionReference": "0x00000008", "offset": 4 }, { "instructionReference": "0x5" }]);
    editor.ask(
        "setInstructionBreakpoints",
        json!({ "breakpoints": instructions }),
    );
    editor.ask("reverseContinue", json!({}));
    for name in ["s0", "numbers", "numbers[1]", "pc", "3 +", "nowhere"] {
        editor.ask("dataBreakpointInfo", json!({ "name": name }));
    }
    let data = json!([
        { "dataId": "memory 0x10000002 0x10000003", "accessType": "read" },
        { "dataId": "register 8", "accessType": "write", "condition": "s0 > 10" },
        { "dataId": "elsewhere" },
    ]);
    editor.ask("setDataBreakpoints", json!({ "breakpoints": data }));
    editor.ask("continue", json!({}));
    editor.ask("continue", json!({}));
    editor.ask("reverseContinue", json!({}));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn variables_are_shown_and_changed() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.begin("sum.s", json!({ "stopOnEntry": true }));
    editor.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "loop" }] }),
    );
    editor.ask("continue", json!({}));
    editor.ask("scopes", json!({ "frameId": 0 }));
    editor.ask(
        "variables",
        json!({ "variablesReference": 1, "start": 8, "count": 4 }),
    );
    for reference in [2, 3] {
        editor.ask("variables", json!({ "variablesReference": reference }));
    }
    editor.ask("variables", json!({ "variablesReference": 4, "count": 1 }));
    editor.ask("variables", json!({ "variablesReference": 5, "count": 2 }));
    editor.ask("variables", json!({ "variablesReference": 6 }));
    editor.ask(
        "setVariable",
        json!({ "variablesReference": 6, "name": "[1]", "value": "100" }),
    );
    editor.ask(
        "setVariable",
        json!({ "variablesReference": 1, "name": "a1", "value": "1 + 1" }),
    );
    editor.ask(
        "setVariable",
        json!({ "variablesReference": 1, "name": "a1", "value": "x" }),
    );
    editor.ask(
        "setVariable",
        json!({ "variablesReference": 1, "name": "q1", "value": "1" }),
    );
    editor.ask(
        "setExpression",
        json!({ "expression": "half", "value": "0.125" }),
    );
    editor.ask("scopes", json!({ "frameId": 16 }));
    editor.ask(
        "setVariable",
        json!({ "variablesReference": 7, "name": "a1", "value": "1" }),
    );
    editor.ask(
        "evaluate",
        json!({ "expression": "numbers[1] + a1", "context": "watch" }),
    );
    editor.ask(
        "evaluate",
        json!({ "expression": "a1", "context": "hover", "frameId": 16 }),
    );
    editor.ask(
        "evaluate",
        json!({ "expression": "what?", "context": "hover" }),
    );
    editor.ask("variables", json!({ "variablesReference": 99 }));
    editor.ask("scopes", json!({ "frameId": 999 }));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn the_console_takes_every_command() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.begin("sum.s", json!({ "stopOnEntry": true }));
    for command in [
        "break sum",
        "c",
        "last-write a1",
        "why a1",
        "set a1 = 2",
        "back 1",
        "nonsense",
        "regs a0 a1",
    ] {
        editor.ask(
            "evaluate",
            json!({ "expression": command, "context": "repl" }),
        );
    }
    editor.ask("completions", json!({ "text": "who", "column": 4 }));
    editor.ask("completions", json!({ "text": "print numb", "column": 11 }));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn memory_and_code() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.begin("sum.s", json!({ "stopOnEntry": true }));
    editor.ask(
        "readMemory",
        json!({ "memoryReference": "0x10000000", "count": 6 }),
    );
    editor.ask(
        "readMemory",
        json!({ "memoryReference": "0xfffffff0", "offset": 8, "count": 64 }),
    );
    editor.ask(
        "readMemory",
        json!({ "memoryReference": "here", "count": 6 }),
    );
    editor.ask(
        "writeMemory",
        json!({ "memoryReference": "0x10000000", "data": "/wAB" }),
    );
    editor.ask(
        "writeMemory",
        json!({ "memoryReference": "0x10000000", "data": "?" }),
    );
    editor.ask(
        "readMemory",
        json!({ "memoryReference": "0x10000000", "count": 4 }),
    );
    editor.ask(
        "disassemble",
        json!({ "memoryReference": "0x00000008", "instructionOffset": -3, "instructionCount": 6 }),
    );
    editor.ask(
        "disassemble",
        json!({ "memoryReference": "0x00000008", "instructionOffset": 1, "instructionCount": 2 }),
    );
    editor.ask(
        "gotoTargets",
        json!({ "source": source("sum.s"), "line": 11 }),
    );
    editor.ask("goto", json!({ "targetId": 16 }));
    editor.ask("goto", json!({ "targetId": 3 }));
    editor.ask("loadedSources", json!({}));
    editor.ask("source", json!({ "source": source("sum.s") }));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn macros_input_and_a_fault() {
    let mut editor = Editor::new(&[("double.asm", MIPS)]);
    editor.begin("double.asm", json!({}));
    editor.ask(
        "evaluate",
        json!({ "expression": ":bt", "context": "repl" }),
    );
    editor.ask("evaluate", json!({ "expression": "12", "context": "repl" }));
    editor.ask("exceptionInfo", json!({}));
    editor.ask("stepBack", json!({}));
    editor.ask(
        "setBreakpoints",
        json!({ "source": source("double.asm"), "breakpoints": [{ "line": 10 }, { "line": 3 }] }),
    );
    editor.ask("restart", json!({}));
    editor.ask("stackTrace", json!({}));
    editor.ask("next", json!({}));
    editor.ask("stackTrace", json!({ "levels": 1 }));
    editor.ask("continue", json!({}));
    editor.ask("evaluate", json!({ "expression": "7", "context": "repl" }));
    editor.ask("continue", json!({}));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn a_program_with_mistakes_is_refused_in_words() {
    let mut editor = Editor::new(&[("wrong.s", "main: addi a0, a0\n")]);
    editor.begin("wrong.s", json!({}));
    editor.ask("launch", json!({ "program": "missing.s" }));
    editor.ask("launch", json!({}));
    editor.ask("launch", json!({ "program": 5 }));
    editor.ask("stackTrace", json!({}));
    editor.ask("fly", json!({}));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn an_endless_loop_is_paused() {
    let mut editor = Editor::new(&[("forever.s", "main: addi t0, t0, 1\nj main\n")]);
    editor.begin("forever.s", json!({ "stopOnEntry": true }));
    let request = json!({ "seq": 90, "type": "request", "command": "continue", "arguments": {} });
    editor.adapter.handle(&request);
    for _ in 0..100 {
        assert_eq!(editor.adapter.tick(1001), [] as [Value; 0]);
    }
    let refused = json!({ "seq": 91, "type": "request", "command": "stackTrace" });
    assert_eq!(editor.adapter.handle(&refused)[0]["success"], false);
    let pause = json!({ "seq": 92, "type": "request", "command": "pause" });
    let said = editor.adapter.handle(&pause);
    assert_eq!(said[1]["body"]["reason"], "pause");
    let answer = editor.ask(
        "evaluate",
        json!({ "expression": "t0", "context": "watch" }),
    );
    assert_eq!(answer["result"], "50050 (0x0000c382)");
}

#[test]
fn lines_may_begin_at_zero() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.ask(
        "initialize",
        json!({ "linesStartAt1": false, "columnsStartAt1": false }),
    );
    editor.ask("launch", json!({ "program": "sum.s", "stopOnEntry": true }));
    let wanted = json!({ "source": source("sum.s"), "breakpoints": [{ "line": 7 }] });
    let told = editor.ask("setBreakpoints", wanted);
    assert_eq!(told["breakpoints"][0]["line"], 7);
    assert_eq!(told["breakpoints"][0]["instructionReference"], "0x00000008");
    editor.ask("configurationDone", json!({}));
    let frame = editor.ask("stackTrace", json!({}))["stackFrames"][0].clone();
    assert_eq!(
        (frame["line"].clone(), frame["column"].clone()),
        (json!(6), json!(0))
    );
}

#[test]
fn at_the_end_one_may_stay_and_go_back() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    editor.begin("sum.s", json!({ "stopAtEnd": true }));
    let back = editor.ask("stepBack", json!({}));
    assert_eq!(back, Value::Null);
    let frame = editor.ask("stackTrace", json!({}))["stackFrames"][0].clone();
    assert_eq!(frame["line"], 14);
}

#[test]
fn the_timeline_and_the_board() {
    let game = "\
.data
.globl board
board: .byte 2, 0, 0, 4
.text
main:
    la t0, board
    li t1, 3
again:
    sb t1, 1(t0)
    addi t1, t1, -1
    bnez t1, again
    li a0, 10
    ecall
";
    let mut editor = Editor::new(&[("game.s", game), ("sum.s", RISCV)]);
    editor.begin("game.s", json!({ "stopOnEntry": true, "stopAtEnd": true }));
    let lines = json!([{ "line": 10 }]);
    editor.ask(
        "setBreakpoints",
        json!({ "source": source("game.s"), "breakpoints": lines }),
    );
    for request in [
        "jal/timeline",
        "jal/board",
        "continue",
        "continue",
        "jal/board",
        "jal/timeline",
    ] {
        editor.ask(request, json!({}));
    }
    editor.ask("setExpression", json!({ "expression": "t1", "value": "9" }));
    editor.ask("jal/timeline", json!({}));
    editor.ask("jal/goTo", json!({ "step": 3 }));
    editor.ask("jal/board", json!({}));
    // Later than all that is known: it runs there, whatever is on the way.
    editor.ask("jal/goTo", json!({ "step": 20 }));
    editor.ask("jal/goTo", json!({ "step": 9_999 }));
    editor.ask("jal/timeline", json!({}));
    editor.ask(
        "restart",
        json!({ "arguments": { "program": "sum.s", "stopOnEntry": true } }),
    );
    editor.ask("jal/board", json!({}));
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn pseudo_instructions_are_frames() {
    let main =
        "main:\n    jal work\n    li a0, 10\n    ecall\nwork:\n    li a1, 0x12345678\n    ret\n";
    let mips = "main:\n    jal work\n    li $v0, 10\n    syscall\nwork:\n    li $a1, 0x12345678\n    jr $ra\n";
    let mut editor = Editor::new(&[("main.s", main), ("main.asm", mips)]);
    for name in ["main.s", "main.asm"] {
        editor.begin(name, json!({ "stopOnEntry": true }));
        for _ in 0..2 {
            editor.ask("stepIn", json!({ "granularity": "instruction" }));
        }
        editor.ask("stackTrace", json!({}));
        editor.ask("restartFrame", json!({ "frameId": 0 }));
        editor.ask("stackTrace", json!({}));
        editor.ask("restartFrame", json!({ "frameId": 16 }));
    }
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn a_range_of_memory_is_watched_and_its_change_is_told() {
    let mut editor = Editor::new(&[("sum.s", RISCV)]);
    let about = json!({ "supportsMemoryEvent": true });
    editor.ask("initialize", about);
    editor.ask("launch", json!({ "program": "sum.s", "stopOnEntry": true }));
    editor.ask("configurationDone", json!({}));
    for about in [
        json!({ "name": "0x10000001", "asAddress": true, "bytes": 3 }),
        json!({ "name": "0xffffffff", "asAddress": true, "bytes": 3 }),
        json!({ "name": "here", "asAddress": true }),
        json!({ "name": "numbers", "bytes": 2 }),
    ] {
        editor.ask("dataBreakpointInfo", about);
    }
    let data = json!([{ "dataId": "memory 0x10000001 0x10000003", "accessType": "read" }]);
    editor.ask("setDataBreakpoints", json!({ "breakpoints": data }));
    editor.ask("continue", json!({}));
    editor.ask(
        "evaluate",
        json!({ "expression": "t0", "context": "clipboard" }),
    );
    editor.ask(
        "writeMemory",
        json!({ "memoryReference": "0x10000000", "offset": 2, "data": "AQI=" }),
    );
    insta::assert_snapshot!(editor.transcript);
}

#[test]
fn limits_are_an_exception_of_their_own() {
    // It asks for memory and uses it, again and again.
    let program =
        "main:\n    li a0, 9\n    li a1, 4096\n    ecall\n    sw zero, 0(a0)\n    j main\n";
    let check = |filters: Value, expect: &[&str]| {
        let mut editor = Editor::new(&[("more.s", program)]);
        editor.ask("initialize", json!({}));
        editor.ask("launch", json!({ "program": "more.s" }));
        editor.ask("setExceptionBreakpoints", json!({ "filters": filters }));
        let request = json!({ "seq": 5, "type": "request", "command": "configurationDone" });
        let mut said = editor.adapter.handle(&request);
        while editor.adapter.is_running() {
            said.extend(editor.adapter.tick(1_000_000));
        }
        let events: Vec<&str> = said.iter().filter_map(|m| m["event"].as_str()).collect();
        assert_eq!(events, expect, "{said:?}");
    };
    check(json!(["fault", "limit"]), &["stopped", "output"]);
    check(json!(["fault"]), &["output", "exited", "terminated"]);
}

#[test]
fn a_search_is_interrupted_from_outside() {
    let program = "main: li t0, 4000000\nloop: addi t0, t0, -1\nbnez t0, loop\nli a0, 10\necall\n";
    let mut editor = Editor::new(&[("long.s", program)]);
    editor.begin("long.s", json!({ "stopOnEntry": true, "stopAtEnd": true }));
    editor.ask("jal/goTo", json!({ "step": 6_000_000 }));
    let data = json!([{ "dataId": "register 10", "accessType": "write" }]);
    editor.ask("setDataBreakpoints", json!({ "breakpoints": data }));
    assert!(Adapter::<Folder>::wants_pause(
        &json!({ "command": "pause" })
    ));
    editor.adapter.interrupt().store(true, Ordering::Relaxed);
    editor.ask("reverseContinue", json!({}));
    assert!(
        editor.transcript.ends_with("\"threadId\":1}\n"),
        "{}",
        editor.transcript
    );
    assert!(
        editor.transcript.contains("\"description\":\"Paused\""),
        "{}",
        editor.transcript
    );
    // The message itself comes later, and changes nothing.
    editor.ask("pause", json!({}));
    editor.ask("reverseContinue", json!({}));
    let step = editor.ask("jal/timeline", json!({}))["step"].clone();
    assert_eq!(step, 0);
}
