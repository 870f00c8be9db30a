//! Every capability, on both machines, as messages.

use crate::editor::Editor;
use serde_json::{Value, json};

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
