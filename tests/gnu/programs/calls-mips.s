# Nothing but the numbers of its calls says that this is written for Linux.
        .globl  __start
        .text
__start:
        li      $v0, 4004
        li      $a0, 1
        la      $a1, text
        li      $a2, 3
        syscall
        li      $t0, 3
loop:   addiu   $t0, $t0, -1
        bnez    $t0, loop
        li      $v0, 4001
        move    $a0, $t0
        syscall
        .data
text:   .ascii  "hi\n"
