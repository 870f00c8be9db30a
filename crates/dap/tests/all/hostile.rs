//! Messages that no editor sends.

use crate::editor::Editor;
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = "main: li t0, 5\nloop: addi t0, t0, -1\nbnez t0, loop\nli a0, 10\necall\n";

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-2..40i64).prop_map(Value::from),
        "[a-z0-9 {}\\[\\]+*$x]{0,8}".prop_map(Value::from),
        Just(json!("0x00000004")),
        Just(json!("loop")),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(Value::from)
    })
}

fn any_request() -> impl Strategy<Value = (String, Value)> {
    let command = prop::sample::select(vec![
        "initialize",
        "launch",
        "configurationDone",
        "restart",
        "pause",
        "cancel",
        "threads",
        "setBreakpoints",
        "setFunctionBreakpoints",
        "setInstructionBreakpoints",
        "setDataBreakpoints",
        "setExceptionBreakpoints",
        "breakpointLocations",
        "dataBreakpointInfo",
        "continue",
        "next",
        "stepIn",
        "stepOut",
        "stepBack",
        "reverseContinue",
        "gotoTargets",
        "goto",
        "stackTrace",
        "scopes",
        "variables",
        "setVariable",
        "setExpression",
        "evaluate",
        "completions",
        "exceptionInfo",
        "readMemory",
        "writeMemory",
        "disassemble",
        "loadedSources",
        "source",
        "terminate",
        "jal/timeline",
        "jal/goTo",
        "jal/board",
        "restartFrame",
        "x",
    ]);
    let key = prop::sample::select(vec![
        "program",
        "line",
        "endLine",
        "breakpoints",
        "source",
        "path",
        "name",
        "value",
        "expression",
        "context",
        "frameId",
        "variablesReference",
        "start",
        "count",
        "memoryReference",
        "offset",
        "instructionOffset",
        "instructionCount",
        "targetId",
        "text",
        "column",
        "data",
        "levels",
        "startFrame",
        "granularity",
        "filters",
        "sourceReference",
        "linesStartAt1",
        "step",
        "asAddress",
        "bytes",
        "arguments",
        "supportsProgressReporting",
    ]);
    (command, prop::collection::vec((key, any_value()), 0..4)).prop_map(|(command, pairs)| {
        let pairs = pairs
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        (command.to_owned(), Value::Object(pairs.collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_request_is_answered_once(requests in prop::collection::vec(any_request(), 1..30)) {
        let mut editor = Editor::new(&[("loop.s", PROGRAM)]);
        editor.begin("loop.s", json!({ "stopOnEntry": true }));
        for (seq, (command, arguments)) in requests.into_iter().enumerate() {
            let message = json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments });
            let mut said = editor.adapter.handle(&message);
            for _ in 0..20 {
                said.extend(editor.adapter.tick(3));
            }
            let answers = said.iter().filter(|said| said["type"] == "response");
            prop_assert_eq!(answers.count(), 1);
        }
    }
}
