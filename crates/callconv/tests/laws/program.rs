//! Random programs that keep to the calling convention, as choices that every machine can follow.
//!
//! A [`Choice`] is a number that picks one of what is possible where it stands, so that any
//! numbers make a correct program, and shrinking makes a simpler one.

use proptest::collection::vec;
use proptest::prelude::*;

/// Picks one of what is possible.
pub(crate) type Choice = u8;

/// The most functions of a program.
pub(crate) const MAX_FUNCTIONS: usize = 5;
/// The most saved registers that a function uses.
pub(crate) const MAX_SAVED: usize = 4;
/// The most variables on the stack.
pub(crate) const MAX_LOCALS: usize = 3;

/// A program: `main` calls every function, and functions call those behind them.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub functions: Vec<Function>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// How many arguments it has.
    pub args: usize,
    /// It has a result.
    pub returns: bool,
    /// How many saved registers it uses.
    pub saved: usize,
    /// How many variables it has on the stack.
    pub locals: usize,
    /// It saves a register that it need not save, and of which nothing is known.
    pub careful: bool,
    /// How the places in its frame are shuffled.
    pub shuffle: Choice,
    pub body: Vec<Statement>,
    /// A call behind all other statements, which is always made, if there is a function to call.
    pub last_call: Option<Call>,
    /// What the result is.
    pub result: Choice,
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub callee: Choice,
    pub args: Vec<Choice>,
    /// Where the result goes, unless it stays where it is.
    pub to: Option<Choice>,
}

/// A step of a function.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Set(Choice, i16),
    Compute(Operator, Choice, [Choice; 2]),
    Store(Choice, Choice),
    Load(Choice, Choice),
    Call(Call),
    Loop(u8, Vec<Statement>),
    If(Choice, Vec<Statement>, Vec<Statement>),
}

/// What can be computed from two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operator {
    Add,
    Sub,
    Xor,
    And,
    Or,
}

impl Function {
    /// Whether there is a call in it, made or not.
    pub(crate) fn has_calls(&self) -> bool {
        self.last_call.is_some() || any_call(&self.body)
    }
}

/// Whether one of the statements is a call, or has one in it.
pub(crate) fn any_call(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Call(_) => true,
        Statement::Loop(_, body) => any_call(body),
        Statement::If(_, yes, no) => any_call(yes) || any_call(no),
        _ => false,
    })
}

/// Random programs.
pub(crate) fn programs() -> impl Strategy<Value = Program> {
    vec(function(), 1..=MAX_FUNCTIONS).prop_map(|mut functions| {
        if let Some(last) = functions.last_mut() {
            // There is nobody left to call.
            last.last_call = None;
            remove_calls(&mut last.body);
        }
        Program { functions }
    })
}

fn remove_calls(statements: &mut Vec<Statement>) {
    statements.retain(|statement| !matches!(statement, Statement::Call(_)));
    for statement in statements {
        match statement {
            Statement::Loop(_, body) => remove_calls(body),
            Statement::If(_, yes, no) => {
                remove_calls(yes);
                remove_calls(no);
            }
            _ => {}
        }
    }
}

fn function() -> impl Strategy<Value = Function> {
    let args = prop_oneof![8 => 0..=4usize, 1 => 5..=10usize];
    let shape = (args, 0..=MAX_SAVED, 0..=MAX_LOCALS, any::<[bool; 2]>());
    let rest = (any::<Choice>(), any::<Choice>());
    let body = vec(statement(), 0..6);
    (shape, body, proptest::option::of(call()), rest).prop_map(
        |((args, saved, locals, [returns, careful]), body, last_call, (shuffle, result))| {
            Function {
                args,
                returns,
                saved,
                locals,
                careful,
                shuffle,
                body,
                last_call,
                result,
            }
        },
    )
}

fn call() -> impl Strategy<Value = Call> {
    let args = vec(any::<Choice>(), 10);
    (any::<Choice>(), args, any::<Option<Choice>>()).prop_map(|(callee, args, to)| Call {
        callee,
        args,
        to,
    })
}

fn statement() -> impl Strategy<Value = Statement> {
    simple().prop_recursive(2, 8, 3, |inner| {
        let body = || vec(inner.clone(), 0..3);
        prop_oneof![
            (1..4u8, body()).prop_map(|(count, body)| Statement::Loop(count, body)),
            (any::<Choice>(), body(), body())
                .prop_map(|(choice, yes, no)| Statement::If(choice, yes, no)),
        ]
    })
}

fn simple() -> impl Strategy<Value = Statement> {
    let operator = prop_oneof![
        Just(Operator::Add),
        Just(Operator::Sub),
        Just(Operator::Xor),
        Just(Operator::And),
        Just(Operator::Or),
    ];
    prop_oneof![
        2 => any::<(Choice, i16)>().prop_map(|(to, value)| Statement::Set(to, value)),
        4 => (operator, any::<(Choice, [Choice; 2])>())
            .prop_map(|(operator, (to, from))| Statement::Compute(operator, to, from)),
        1 => any::<(Choice, Choice)>().prop_map(|(local, from)| Statement::Store(local, from)),
        1 => any::<(Choice, Choice)>().prop_map(|(to, local)| Statement::Load(to, local)),
        2 => call().prop_map(Statement::Call),
    ]
}
