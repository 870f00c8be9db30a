# Handles exceptions as SPIM does: says what happened, and goes on after the instruction.
        .kdata
exception_v0:   .word   0
exception_a0:   .word   0
exception_begin: .asciiz "  Exception "
exception_end:  .asciiz " occurred and ignored\n"
exception_0:    .asciiz "  [Interrupt] "
exception_1:    .asciiz "  [TLB]"
exception_4:    .asciiz "  [Address error in inst/data fetch] "
exception_5:    .asciiz "  [Address error in store] "
exception_6:    .asciiz "  [Bad instruction address] "
exception_7:    .asciiz "  [Bad data address] "
exception_8:    .asciiz "  [Error in syscall] "
exception_9:    .asciiz "  [Breakpoint] "
exception_10:   .asciiz "  [Reserved instruction] "
exception_11:   .asciiz ""
exception_12:   .asciiz "  [Arithmetic overflow] "
exception_13:   .asciiz "  [Trap] "
exception_15:   .asciiz "  [Floating point] "
exception_names:
        .word   exception_0, exception_1, exception_1, exception_1
        .word   exception_4, exception_5, exception_6, exception_7
        .word   exception_8, exception_9, exception_10, exception_11
        .word   exception_12, exception_13, exception_11, exception_15
        .word   exception_11, exception_11, exception_11, exception_11
        .word   exception_11, exception_11, exception_11, exception_11
        .word   exception_11, exception_11, exception_11, exception_11
        .word   exception_11, exception_11, exception_11, exception_11

        .ktext  0x80000180
        .set    noat
        move    $k1, $at
        .set    at
        sw      $v0, exception_v0
        sw      $a0, exception_a0
        mfc0    $k0, $13                # what happened
        andi    $k0, $k0, 0x7c
        beq     $k0, $0, exception_leave # an interrupt: nothing to say, nothing to skip

        la      $a0, exception_begin
        li      $v0, 4
        syscall
        srl     $a0, $k0, 2
        li      $v0, 1
        syscall
        lw      $a0, exception_names($k0)
        li      $v0, 4
        syscall
        la      $a0, exception_end
        li      $v0, 4
        syscall

        mfc0    $k0, $14                # go on with the next instruction
        addiu   $k0, $k0, 4
        mtc0    $k0, $14
exception_leave:
        lw      $v0, exception_v0
        lw      $a0, exception_a0
        .set    noat
        move    $at, $k1
        .set    at
        mtc0    $0, $13
        mfc0    $k0, $12                # allow interrupts
        ori     $k0, $k0, 1
        mtc0    $k0, $12
        eret
