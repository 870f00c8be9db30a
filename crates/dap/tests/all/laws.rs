//! Wherever an editor goes, the prompt goes too.

use crate::editor::{Editor, load};
use debug::Engine;
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = "\
.data
cell: .word 0
.text
main:
    li s0, 3
outer:
    mv a0, s0
    jal work
    addi s0, s0, -1
    bgtz s0, outer
    li a0, 10
    ecall
work:
    la t0, cell
    lw t1, 0(t0)
    add t1, t1, a0
    sw t1, 0(t0)
    ret
";

#[derive(Clone, Debug)]
enum Ask {
    Next(bool),
    StepIn(bool),
    StepOut,
    Continue,
    StepBack(bool),
    ReverseContinue,
    Break(i64),
    Watch,
    Set(i64),
}

fn any_ask() -> impl Strategy<Value = Ask> {
    prop_oneof![
        any::<bool>().prop_map(Ask::Next),
        any::<bool>().prop_map(Ask::StepIn),
        Just(Ask::StepOut),
        Just(Ask::Continue),
        any::<bool>().prop_map(Ask::StepBack),
        Just(Ask::ReverseContinue),
        (1..18i64).prop_map(Ask::Break),
        Just(Ask::Watch),
        (0..9i64).prop_map(Ask::Set),
    ]
}

fn granularity(by_instruction: bool) -> Value {
    match by_instruction {
        true => json!({ "granularity": "instruction" }),
        false => json!({}),
    }
}

/// The same at the prompt.
fn go(engine: &mut Engine, ask: &Ask) {
    let command = |engine: &mut Engine, text: &str| {
        let mut out = Vec::new();
        let placeholder = load(&[("p.s", PROGRAM.to_owned())], "p.s").unwrap();
        let taken = std::mem::replace(engine, placeholder);
        let mut repl = debug::repl::Repl::new(taken, &mut out, Default::default(), |_, _| None);
        repl.answer(text).unwrap();
        let placeholder = load(&[("p.s", PROGRAM.to_owned())], "p.s").unwrap();
        *engine = std::mem::replace(repl.engine(), placeholder);
    };
    match ask {
        Ask::Next(false) => command(engine, "next"),
        Ask::Next(true) => command(engine, "nexti"),
        Ask::StepIn(false) => command(engine, "step"),
        Ask::StepIn(true) => command(engine, "stepi"),
        Ask::StepOut => command(engine, "finish"),
        Ask::Continue => command(engine, "continue"),
        Ask::StepBack(false) => command(engine, "reverse-next"),
        Ask::StepBack(true) => command(engine, "back 1"),
        Ask::ReverseContinue => command(engine, "reverse-continue"),
        Ask::Break(line) => {
            engine.stops.clear();
            command(engine, &format!("break p.s:{line}"));
        }
        Ask::Watch => {}
        Ask::Set(value) => command(engine, &format!("set s0 = {value}")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_stop_is_that_of_the_prompt(asks in prop::collection::vec(any_ask(), 1..14)) {
        let mut editor = Editor::new(&[("p.s", PROGRAM)]);
        editor.begin("p.s", json!({ "stopOnEntry": true, "stopAtEnd": true }));
        let mut engine = load(&[("p.s", PROGRAM.to_owned())], "p.s").unwrap();
        for ask in &asks {
            // After the end nothing can be changed.
            if matches!(ask, Ask::Set(_)) && engine.ended().is_some() {
                continue;
            }
            go(&mut engine, ask);
            match ask {
                Ask::Next(fine) => editor.ask("next", granularity(*fine)),
                Ask::StepIn(fine) => editor.ask("stepIn", granularity(*fine)),
                Ask::StepOut => editor.ask("stepOut", json!({})),
                Ask::Continue => editor.ask("continue", json!({})),
                Ask::StepBack(fine) => editor.ask("stepBack", granularity(*fine)),
                Ask::ReverseContinue => editor.ask("reverseContinue", json!({})),
                Ask::Break(line) => {
                    let source = json!({ "path": "/home/student/p.s" });
                    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": line }] }))
                }
                Ask::Watch => editor.ask("dataBreakpointInfo", json!({ "name": "cell" })),
                Ask::Set(value) => editor.ask("setExpression", json!({ "expression": "s0", "value": value.to_string() })),
            };
            let step = editor.ask("evaluate", json!({ "expression": "info step", "context": "repl" }));
            prop_assert!(!step.is_null());
            for name in ["pc", "s0", "a0", "t1", "cell[0]", "step"] {
                let told = editor.ask("evaluate", json!({ "expression": format!("{name} + 0"), "context": "watch" }));
                let value = engine.evaluate(&format!("{name} + 0")).unwrap();
                let text = told["result"].as_str().unwrap_or_default().to_owned();
                let same = text.starts_with(&format!("{} ", value as i32)) || text.starts_with(&format!("0x{:08x}", value as u32));
                prop_assert!(same, "{}: {} is not {}\n{}", name, text, value, editor.transcript);
            }
        }
    }
}
