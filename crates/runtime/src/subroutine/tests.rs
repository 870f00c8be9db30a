use super::*;
use crate::host::{Console, Nowhere};
use crate::target::{EnvironmentSetup, Target};
use assembler::{AssembleOptions, MainFile, MemoryLoader, assemble};
use machine::env::{Answer, MarsMap, Request};
use machine::observe::{At, Off};
use proptest::prelude::*;

/// The same functions for both machines.
const RISCV: &str = "
.globl weigh, reverse, count, leak, wait, leave, greet, stray, beside
.data
counter: .word 0
text: .asciiz \"hi\"
.text
weigh:                          # 1 * first + 2 * second + ... + 10 * tenth
    slli a1, a1, 1
    add  a0, a0, a1
    li   t0, 3
    mul  a2, a2, t0
    add  a0, a0, a2
    slli a3, a3, 2
    add  a0, a0, a3
    li   t0, 5
    mul  a4, a4, t0
    add  a0, a0, a4
    li   t0, 6
    mul  a5, a5, t0
    add  a0, a0, a5
    li   t0, 7
    mul  a6, a6, t0
    add  a0, a0, a6
    slli a7, a7, 3
    add  a0, a0, a7
    lw   t1, 0(sp)
    li   t0, 9
    mul  t1, t1, t0
    add  a0, a0, t1
    lw   t1, 4(sp)
    li   t0, 10
    mul  t1, t1, t0
    add  a0, a0, t1
    andi a1, sp, 15
    ret
reverse:                        # half-words at a0, a1 of them
    slli a1, a1, 1
    add  a1, a0, a1
    addi a1, a1, -2
reverse_next:
    bgeu a0, a1, reverse_done
    lhu  t0, 0(a0)
    lhu  t1, 0(a1)
    sh   t1, 0(a0)
    sh   t0, 0(a1)
    addi a0, a0, 2
    addi a1, a1, -2
    j    reverse_next
reverse_done:
    ret
count:                          # counts its calls, through a frame
    addi sp, sp, -16
    sw   ra, 0(sp)
    jal  count_one
    lw   ra, 0(sp)
    addi sp, sp, 16
    ret
count_one:
    la   t0, counter
    lw   a0, 0(t0)
    addi a0, a0, 1
    sw   a0, 0(t0)
    ret
keep_single:
    addi sp, sp, -16
    fsw  fs0, 0(sp)
    fmv.w.x fs0, zero
    flw  fs0, 0(sp)
    addi sp, sp, 16
    ret
leak:
    li   s1, 1
    addi sp, sp, -16
    ret
wait:
    j    wait
leave:
    li   a0, 17
    li   a1, 3
    ecall
greet:
    li   a0, 4
    la   a1, text
    ecall
    ret
stray:                          # one byte above the frame of the caller
    sb   a0, 0(a1)
    ret
beside:
    addi ra, ra, 4
    ret
";

const MIPS: &str = "
.globl weigh reverse count leak wait leave greet stray beside
.data
counter: .word 0
text: .asciiz \"hi\"
.text
weigh:
    sw   $a0, 0($sp)            # the caller left room for this
    sll  $a1, $a1, 1
    mul  $a2, $a2, 3
    sll  $a3, $a3, 2
    lw   $v0, 0($sp)
    addu $v0, $v0, $a1
    addu $v0, $v0, $a2
    addu $v0, $v0, $a3
    lw   $t1, 16($sp)
    mul  $t1, $t1, 5
    addu $v0, $v0, $t1
    lw   $t1, 20($sp)
    mul  $t1, $t1, 6
    addu $v0, $v0, $t1
    lw   $t1, 24($sp)
    mul  $t1, $t1, 7
    addu $v0, $v0, $t1
    lw   $t1, 28($sp)
    mul  $t1, $t1, 8
    addu $v0, $v0, $t1
    lw   $t1, 32($sp)
    mul  $t1, $t1, 9
    addu $v0, $v0, $t1
    lw   $t1, 36($sp)
    mul  $t1, $t1, 10
    addu $v0, $v0, $t1
    andi $v1, $sp, 7
    jr   $ra
reverse:
    sll  $a1, $a1, 1
    addu $a1, $a0, $a1
    addiu $a1, $a1, -2
reverse_next:
    bgeu $a0, $a1, reverse_done
    lhu  $t0, 0($a0)
    lhu  $t1, 0($a1)
    sh   $t1, 0($a0)
    sh   $t0, 0($a1)
    addiu $a0, $a0, 2
    addiu $a1, $a1, -2
    j    reverse_next
reverse_done:
    jr   $ra
count:
    addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    jal  count_one
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra
count_one:
    la   $t0, counter
    lw   $v0, 0($t0)
    addiu $v0, $v0, 1
    sw   $v0, 0($t0)
    jr   $ra
keep_single:
    addiu $sp, $sp, -16
    swc1 $f20, 0($sp)
    mtc1 $zero, $f20
    lwc1 $f20, 0($sp)
    addiu $sp, $sp, 16
    jr   $ra
leak:
    li   $s1, 1
    addiu $sp, $sp, -16
    jr   $ra
wait:
    j    wait
leave:
    li   $v0, 17
    li   $a0, 3
    syscall
greet:
    li   $v0, 4
    la   $a0, text
    syscall
    jr   $ra
stray:
    sb   $a0, 0($a1)
    jr   $ra
beside:
    addiu $ra, $ra, 4
    jr   $ra
";

fn image(target: Target, text: &str, delay_slots: bool) -> Image {
    let main = MainFile::Text {
        name: "program".to_owned(),
        text: text.into(),
    };
    let options = AssembleOptions {
        delay_slots,
        ..target.options(&MarsMap::DEFAULT)
    };
    let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
    let program = assembly.program;
    program
        .unwrap_or_else(|| panic!("{:?}", assembly.diagnostics))
        .image
}

fn prepare(target: Target, image: Image) -> Subroutine {
    let setup = EnvironmentSetup {
        seed: 0,
        map: &MarsMap::DEFAULT,
    };
    let environment = target.home().make(target, &setup);
    let limits = Limits {
        steps: Some(1000),
        ..Limits::default()
    };
    Subroutine::prepare(target, Arc::new(image), environment, limits).unwrap()
}

fn riscv() -> Subroutine {
    prepare(Target::RiscV, image(Target::RiscV, RISCV, false))
}

fn mips() -> Subroutine {
    prepare(Target::Mips, image(Target::Mips, MIPS, false))
}

/// The same program with the high byte of each word first; its data are texts and zeros.
fn mips_big_endian() -> Subroutine {
    let mut image = image(Target::Mips, MIPS, false);
    image.big_endian = true;
    for segment in image.segments.iter_mut().filter(|s| s.access.execute) {
        segment.bytes.chunks_exact_mut(4).for_each(<[u8]>::reverse);
    }
    prepare(Target::Mips, image)
}

/// Calls by name, without observer and host.
#[track_caller]
fn call(program: &mut Subroutine, name: &str, args: &[u32]) -> Return {
    let function = program.function(name).unwrap();
    program
        .call(function, args, &mut Off, &mut Nowhere)
        .unwrap()
}

/// A law that holds for both machines and both byte orders.
macro_rules! for_each_machine {
    ($law:ident $(, $arg:expr)*) => {{
        $law(&mut riscv() $(, $arg)*);
        $law(&mut mips() $(, $arg)*);
        $law(&mut mips_big_endian() $(, $arg)*);
    }};
}

fn arguments_arrive(program: &mut Subroutine, args: &[u32; 10]) {
    let weights = (1..).zip(args).map(|(k, arg)| arg.wrapping_mul(k));
    let expected = weights.fold(0, u32::wrapping_add);
    program.place(&[0u8]).unwrap();
    program.scramble(args[0].into());
    let result = call(program, "weigh", args);
    // The second result is how far the stack pointer is from its alignment.
    assert_eq!(result.results, [expected, 0]);
    assert_eq!(
        (result.end, result.clobbered),
        (CallEnd::Returned, Vec::new())
    );
    assert_eq!(program.stray_writes().count(), 0);
}

fn memory_is_placed_and_read(program: &mut Subroutine, halves: &[u16]) {
    let before = program.place(&[0x0102_0304u32, 7]).unwrap();
    let array = program.place(halves).unwrap();
    let after = program.place(&[1u8, 2, 3]).unwrap();
    let result = call(program, "reverse", &[array, halves.len() as u32]);
    assert!(result.returned());
    let mut reversed: Vec<u16> = program.read(array, halves.len()).unwrap();
    reversed.reverse();
    assert_eq!(reversed, halves);
    assert_eq!(program.read::<u32>(before, 2), Ok(vec![0x0102_0304, 7]));
    assert_eq!(program.read::<u8>(after, 3), Ok(vec![1, 2, 3]));
    assert_eq!(program.stray_writes().count(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn arguments_arrive_in_registers_and_on_the_stack(args: [u32; 10]) {
        for_each_machine!(arguments_arrive, &args);
    }

    #[test]
    fn memory_has_the_byte_order_of_the_machine(halves in prop::collection::vec(any::<u16>(), 1..9)) {
        for_each_machine!(memory_is_placed_and_read, &halves);
    }
}

fn resets_forget(program: &mut Subroutine) {
    let counts = |program: &mut Subroutine| call(program, "count", &[]).results[0];
    assert_eq!((counts(program), counts(program)), (1, 2));
    let counter = program.session().image().symbol("counter").unwrap().address;
    let low_byte = counter + if program.big_endian { 3 } else { 0 };
    assert_eq!(program.stray_writes().collect::<Vec<_>>(), [low_byte]);
    program.keep();
    assert_eq!(program.stray_writes().count(), 0);
    let place = program.place(&[1u32]).unwrap();
    assert_eq!((counts(program), counts(program)), (3, 4));
    program.reset();
    assert_eq!(counts(program), 3);
    assert_eq!(program.read::<u32>(place, 1), Ok(vec![0]));
    assert_eq!(program.place(&[1u32]), Ok(place));
}

#[test]
fn a_reset_goes_back_to_what_was_kept() {
    for_each_machine!(resets_forget);
}

fn ends_are_told(program: &mut Subroutine) {
    let steps = CallEnd::Stopped(End::Limit(Limit::Steps(1000)));
    for _ in 0..2 {
        let endless = call(program, "wait", &[]);
        assert_eq!((endless.end, endless.steps), (steps.clone(), 1000));
    }
    let exit = call(program, "leave", &[]);
    assert_eq!(exit.end, CallEnd::Stopped(End::Exit(3)));
    let address = program.return_to + 4;
    let beside = call(program, "beside", &[]);
    let fault = Fault {
        kind: FaultKind::Trap(Trap::Fetch { address }),
        pc: address,
        step: 2,
    };
    assert_eq!(beside.end, CallEnd::Stopped(End::Fault(fault)));
    assert_eq!(beside.steps, 2);
    assert!(call(program, "count", &[]).returned());
}

#[test]
fn what_is_no_return_is_told_as_what_it_is() {
    for_each_machine!(ends_are_told);
}

fn offences_are_told(program: &mut Subroutine) {
    program.scramble(1);
    let desc = program.session().machine.desc();
    let leak = call(program, "leak", &[]);
    assert!(leak.returned());
    let name = |reg: &Reg| desc.register_name(*reg).trim_start_matches('$');
    let names: Vec<_> = leak.clobbered.iter().map(name).collect();
    assert_eq!(names, ["sp", "s1"]);
    let array = program.place(&[0u8; 3]).unwrap();
    assert!(call(program, "stray", &[9, array + 2]).returned());
    assert_eq!(program.stray_writes().count(), 0);
    assert!(call(program, "stray", &[9, array + 3]).returned());
    assert_eq!(program.stray_writes().collect::<Vec<_>>(), [array + 3]);
    // Memory that only keeps another piece aligned belongs to nobody.
    let room = program.reserve(2, 256).unwrap();
    assert!(call(program, "stray", &[9, room + 1]).returned());
    assert!(call(program, "stray", &[9, room + 2]).returned());
    let strays: Vec<u32> = program.stray_writes().collect();
    assert_eq!(strays, [room + 2, array + 3]);
    assert_eq!(call(program, "keep_single", &[]).clobbered, []);
}

#[test]
fn lost_registers_and_stray_writes_are_told() {
    for_each_machine!(offences_are_told);
}

fn hosts_and_observers_take_part(program: &mut Subroutine) {
    struct Steps(u64);
    impl Observer for Steps {
        fn instruction(&mut self, _: &At) {
            self.0 += 1;
        }
    }
    let mut console = Console::new(&b""[..], Vec::new(), Vec::new());
    let mut steps = Steps(0);
    let greet = program.function("greet").unwrap();
    let result = program.call(greet, &[], &mut steps, &mut console).unwrap();
    assert_eq!(console.output, b"hi");
    assert!(result.returned());
    assert_eq!(steps.0, result.steps);
}

#[test]
fn a_function_may_print_and_be_watched() {
    for_each_machine!(hosts_and_observers_take_part);
}

/// A host that has nothing yet.
struct Later;

impl Host for Later {
    fn is_ready(&self, _: &Request) -> bool {
        false
    }

    fn perform(&mut self, _: &Request) -> Answer {
        Answer::Done
    }
}

fn waiting_calls_are_forgotten(program: &mut Subroutine) {
    let greet = program.function("greet").unwrap();
    for reset in [false, true] {
        let result = program.call(greet, &[], &mut Off, &mut Later).unwrap();
        assert_eq!(result.end, CallEnd::Stopped(End::Waiting));
        if reset {
            program.reset();
        }
        let counted = call(program, "count", &[]);
        assert!(counted.returned(), "{counted:?}");
        assert_eq!(counted.results[0], 1);
    }
}

#[test]
fn a_call_that_waits_for_input_does_not_disturb_the_next_one() {
    for_each_machine!(waiting_calls_are_forgotten);
}

fn what_is_wrong_is_an_error(program: &mut Subroutine) {
    let unknown = SubroutineError::Unknown("merge".to_owned());
    assert_eq!(program.function("merge"), Err(unknown));
    let counter = program.function("counter");
    assert!(matches!(counter, Err(SubroutineError::NotCode { .. })));
    let bytes = 0x7fff_ffff;
    let place = program.below(program.caller.bottom, bytes);
    assert_eq!(place, Err(SubroutineError::NoRoom { bytes }));
}

#[test]
fn only_code_can_be_called() {
    for_each_machine!(what_is_wrong_is_an_error);
}

#[test]
fn a_return_is_not_for_the_handler_of_exceptions() {
    let text = "
        .globl fails
        .text
        fails:  teq $zero, $zero        # the handler passes over it
                move $v0, $k1
                jr $ra
        .ktext 0x80000180
                mfc0 $k1, $13
                mfc0 $k0, $14
                addiu $k0, $k0, 4
                mtc0 $k0, $14
                eret";
    let mut program: Subroutine = prepare(Target::Mips, image(Target::Mips, text, false));
    let result = call(&mut program, "fails", &[]);
    assert!(result.returned(), "{result:?}");
    assert_eq!(result.results[0], 13 << 2);
}

#[test]
fn code_that_a_program_was_allowed_to_run_is_forgotten() {
    let mut program = mips();
    let first = 0x1001_0000;
    program.session.machine.add_executable(first, first + 0xfff);
    program.reset();
    assert!(!program.session.machine.may_fetch(first));
    assert!(call(&mut program, "count", &[]).returned());
}

#[test]
fn the_delay_slot_of_a_return_runs() {
    let text = "
        .globl one
        .text
        one:    li $v0, 0
                jr $ra
                addiu $v0, $v0, 1";
    let mut program: Subroutine = prepare(Target::Mips, image(Target::Mips, text, true));
    let result = call(&mut program, "one", &[]);
    assert!(result.returned());
    assert_eq!((result.results[0], result.steps), (1, 3));
}
