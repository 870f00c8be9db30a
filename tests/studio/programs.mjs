// Programs for the walks, one of each kind for both machines.

export const machines = ["rv32", "mips32"];

/** The words that differ between the machines. */
const words = {
  rv32: {
    file: "main.s",
    call: (number, argument) => (argument === undefined ? `    li   a0, ${number}\n    ecall` : `    mv   a1, ${argument}\n    li   a0, ${number}\n    ecall`),
    number: 1, text: 4, exit: 10, t0: "t0", t1: "t1", s0: "s0", result: "a0", sp: "sp", ra: "ra", ret: "ret", call_: "jal  ra,",
  },
  mips32: {
    file: "main.asm",
    call: (number, argument) => (argument === undefined ? `    li   $v0, ${number}\n    syscall` : `    move $a0, ${argument}\n    li   $v0, ${number}\n    syscall`),
    number: 1, text: 4, exit: 10, t0: "$t0", t1: "$t1", s0: "$s0", result: "$v0", sp: "$sp", ra: "$ra", ret: "jr   $ra", call_: "jal",
  },
};

export function wordsOf(machine) {
  return words[machine];
}

/** Adds the numbers 1 to 5 in a loop, prints 15, and ends. */
export function sum(machine) {
  const w = words[machine];
  return `# Adds the numbers from 1 to 5.
    .data
total:  .word 0
    .text
    .globl main
main:
    li   ${w.t0}, 5
    li   ${w.t1}, 0
again:
    add  ${w.t1}, ${w.t1}, ${w.t0}
    addi ${w.t0}, ${w.t0}, -1
    bnez ${w.t0}, again
    la   ${w.s0}, total
    sw   ${w.t1}, 0(${w.s0})
${w.call(w.number, w.t1)}
${w.call(w.exit)}
`;
}

/** Calls a function that saves its return address. */
export function calls(machine) {
  const w = words[machine];
  return `    .text
    .globl main
main:
    ${w.call_} outer
${w.call(w.exit)}
outer:
    addi ${w.sp}, ${w.sp}, -4
    sw   ${w.ra}, 0(${w.sp})
    ${w.call_} inner
    lw   ${w.ra}, 0(${w.sp})
    addi ${w.sp}, ${w.sp}, 4
    ${w.ret}
inner:
    li   ${w.t0}, 7
    ${w.ret}
`;
}

/** Never ends. */
export function endless(machine) {
  const w = words[machine];
  return `    .text\n    .globl main\nmain:\n    addi ${w.t0}, ${w.t0}, 1\n    j    main\n`;
}

/** Never ends, and prints all the time. */
export function flood(machine) {
  const w = words[machine];
  return `    .data\ntext: .asciz "flood <b>flood</b> "\n    .text\n    .globl main\nmain:\n    la   ${w.t0}, text\n${w.call(w.text, w.t0)}\n    j    main\n`;
}

/** Loads from an address that is no memory, in line 5. */
export function fault(machine) {
  const w = words[machine];
  return `    .text\n    .globl main\nmain:\n    li   ${w.t0}, 0x28000000\n    lw   ${w.t1}, 0(${w.t0})\n${w.call(w.exit)}\n`;
}

/** Reads a number and prints its double. */
export function double(machine) {
  const w = words[machine];
  const read = machine === "rv32" ? `    li   a0, 6\n    ecall\n    mv   t0, a0` : `    li   $v0, 5\n    syscall\n    move $t0, $v0`;
  return machine === "rv32"
    ? `    .text\n    .globl main\nmain:\n    li   a7, 5\n    ecall\n    add  t0, a0, a0\n    mv   a0, t0\n    li   a7, 1\n    ecall\n    li   a7, 10\n    ecall\n`
    : `    .text\n    .globl main\nmain:\n${read}\n    add  ${w.t0}, ${w.t0}, ${w.t0}\n${w.call(w.number, w.t0)}\n${w.call(w.exit)}\n`;
}
