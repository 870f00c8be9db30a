# Entry and the one system call of the C kernels (MIPS o32, Linux numbers).

    .set    noreorder
    .text
    .globl  _start
_start:
    li      $t0, -8
    and     $sp, $sp, $t0
    jal     main
    addiu   $sp, $sp, -16           # room for the arguments
    move    $a0, $v0
    li      $v0, 4001               # exit($a0)
    syscall
    nop

    .globl  write
write:                              # long write(int, const void *, unsigned long)
    li      $v0, 4004
    syscall
    jr      $ra
    nop
