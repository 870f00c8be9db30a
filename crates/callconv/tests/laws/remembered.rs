//! Code that divides is remembered as other code is, and a divisor that is zero is found all the same.

use super::run::Loading;
use assembler::MemoryLoader;
use callconv::codes;
use runtime::Target;

/// Divides by all numbers from 3,000 down to zero, and by zero in 5 more rounds, by the same code.
const PROGRAM: &str = "
main:
    li   s0, 3000
    li   s1, 5
round:
    jal  divide
    beqz s0, last
    addi s0, s0, -1
    j    round
last:
    addi s1, s1, -1
    bgez s1, round
    li   a0, 10
    ecall
divide:
    li   t0, 12000
    div  t1, t0, s0
    ret
";

#[test]
fn a_division_by_zero_is_found_however_often_its_code_has_run() {
    let loading = Loading {
        target: Target::RiscV,
        path: "main.s",
        working_dir: "/".into(),
        args: Vec::new(),
        input: String::new(),
    };
    let mut loader = MemoryLoader::default().with("main.s", PROGRAM);
    let [remembered, walked] = loading.findings_both_ways(&mut loader);
    assert_eq!(remembered, walked);
    let [found] = &remembered[..] else {
        panic!("{remembered:?}");
    };
    assert_eq!(found.what.code(), codes::DIVIDED_BY_ZERO);
    assert_eq!(found.count, 6);
}
