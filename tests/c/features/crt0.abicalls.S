# Program entry for code with abicalls (MIPS o32, Linux start-up convention).
#
# At entry the stack pointer points at:  argc, argv[0..argc-1], 0, envp..., 0
# Nothing else may be assumed: all other registers hold unknown values.

    .section .text.start, "ax", @progbits
    .set    noreorder
    .globl  _start
    .type   _start, @function
_start:
    lui     $gp, %hi(_gp)
    addiu   $gp, $gp, %lo(_gp)
    lw      $a0, 0($sp)             # argc
    addiu   $a1, $sp, 4             # argv
    sll     $a2, $a0, 2
    addu    $a2, $a2, $a1
    addiu   $a2, $a2, 4             # envp follows the 0 that ends argv
    li      $t0, -8
    and     $sp, $sp, $t0           # the ABI wants 8-byte alignment
    li      $fp, 0                  # end of the chain of frames
    lui     $t9, %hi(main)          # a function finds its globals by its own address
    addiu   $t9, $t9, %lo(main)
    jalr    $t9
    addiu   $sp, $sp, -16           # room for the arguments

    move    $a0, $v0
    li      $v0, 4001               # exit(result of main)
    syscall
    nop
    .size   _start, . - _start
