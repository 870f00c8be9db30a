# What runs before main: the arguments are on the stack, main gets them in registers.
        .text
        .globl  __start
__start:
        lw      $a0, 0($sp)             # how many there are
        addiu   $a1, $sp, 4             # their addresses
        sll     $v0, $a0, 2
        addu    $a2, $a1, $v0
        addiu   $a2, $a2, 4             # the addresses of the environment, after a zero
        jal     main
        nop
        li      $v0, 10                 # what main returns is ignored
        syscall
