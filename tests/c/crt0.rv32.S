# Program entry for the C test programs (rv32, Linux start-up convention).
#
# At entry the stack pointer points at:  argc, argv[0..argc-1], 0, envp..., 0
# Nothing else may be assumed: all other registers hold unknown values.

    .section .text.start, "ax", @progbits
    .globl  _start
    .type   _start, @function
_start:
    # The linker may shorten address loads to be relative to gp, but not
    # this one: gp cannot be loaded relative to itself.
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop

    lw      a0, 0(sp)               # argc
    addi    a1, sp, 4               # argv
    slli    a2, a0, 2
    add     a2, a2, a1
    addi    a2, a2, 4               # envp follows the 0 that ends argv
    andi    sp, sp, -16             # the ABI wants 16-byte alignment
    li      s0, 0                   # end of the chain of frames
    call    main

    li      a7, 93                  # exit(a0 = result of main)
    ecall
    .size   _start, . - _start
