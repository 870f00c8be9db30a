/** What the bars are measured on. */

/** Loads, stores, arithmetic, branches and a call in a thousand: about 123 million instructions. */
export const LONG = {
  rv32: `.data
numbers: .space 4096
.text
.globl main
main:
    li s0, 20000
outer:
    la t0, numbers
    li t1, 1024
inner:
    lw t2, 0(t0)
    addi t2, t2, 3
    sw t2, 0(t0)
    addi t0, t0, 4
    addi t1, t1, -1
    bnez t1, inner
    jal ra, leaf
    addi s0, s0, -1
    bnez s0, outer
    li a0, 10
    ecall
leaf:
    add t3, t3, t2
    ret
`,
  mips32: `.data
numbers: .space 4096
.text
.globl main
main:
    li $s0, 20000
outer:
    la $t0, numbers
    li $t1, 1024
inner:
    lw $t2, 0($t0)
    addiu $t2, $t2, 3
    sw $t2, 0($t0)
    addiu $t0, $t0, 4
    addiu $t1, $t1, -1
    bnez $t1, inner
    jal leaf
    addiu $s0, $s0, -1
    bnez $s0, outer
    li $v0, 10
    syscall
leaf:
    addu $t3, $t3, $t2
    jr $ra
`,
};

/** A source of so many lines without a mistake. */
export function source(lines) {
  const rows = [".text", ".globl main", "main:"];
  for (let k = 0; rows.length < lines - 2; k++) {
    rows.push(k % 20 === 0 ? `label_${k}:` : `    addi t${k % 5}, t${(k + 1) % 5}, ${k % 100}   # line ${k}`);
  }
  return [...rows, "    li a0, 10", "    ecall", ""].join("\n");
}
