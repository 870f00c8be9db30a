#== leaves_its_stack wrong-output
f:  move $t2, $sp
    la   $sp, spare
    addiu $sp, $sp, 64
    li   $s0, 1
    SUM
    move $sp, $t2
    jr   $ra
.data
spare: .space 64
.text

#== returns_past_its_caller not-returned
f:  SUM
    lw   $ra, 28($sp)
    lw   $s0, 24($sp)
    addiu $sp, $sp, 32
    jr   $ra

#== returns_behind_its_call not-returned
f:  SUM
    addiu $t0, $ra, 4
    jr   $t0

#== returns_by_a3_after_a_local_call wrong-output
f:  move $a3, $ra
    li   $s0, 1
    jal  inner
    jr   $a3
inner:
    SUM
    jr   $ra

#== has_no_frame convention
f:  sw   $s0, 16($sp)
    move $s0, $a0
    SUM
    lw   $s0, 16($sp)
    jr   $ra

#== saves_one_byte convention
f:  addiu $sp, $sp, -8
    sb   $s0, 0($sp)
    move $s0, $a0
    SUM
    lbu  $s0, 0($sp)
    addiu $sp, $sp, 8
    jr   $ra

#== saves_two_registers_in_one_slot wrong-output
f:  addiu $sp, $sp, -8
    sw   $s0, 0($sp)
    sw   $s1, 0($sp)
    move $s0, $a0
    move $s1, $a1
    SUM
    lw   $s0, 0($sp)
    lw   $s1, 0($sp)
    addiu $sp, $sp, 8
    jr   $ra

#== overwrites_a_part_of_its_slot convention
f:  addiu $sp, $sp, -8
    sw   $s0, 0($sp)
    move $s0, $a0
    SUM
    sb   $zero, 1($sp)
    lw   $s0, 0($sp)
    addiu $sp, $sp, 8
    jr   $ra

#== clears_by_xor convention
f:  SUM
    xor  $s1, $s1, $s1
    jr   $ra

#== cuts_off_high_bits convention
f:  SUM
    andi $s0, $s0, 255
    jr   $ra

#== guesses_the_value convention
f:  move $s0, $a0
    SUM
    li   $s0, 7
    jr   $ra

#== prints_the_answers_and_exits not-returned
f:  la   $a0, text
    li   $v0, 4
    syscall
    li   $v0, 10
    syscall
.data
text: .asciiz "6 7\n10 7\n0 7\n21 7\n"
.text

#== exits not-returned
f:  li   $v0, 10
    syscall

#== exits_with_a_code not-returned
f:  li   $v0, 17
    li   $a0, 0
    syscall

#== jumps_to_the_exit_of_the_course not-returned
f:  j    stop

#== jumps_to_the_exit_of_the_test not-returned
.globl main_end
f:  j    main_end

#== calls_the_exit_of_the_test not-returned
f:  SUM
    jal  main_end
    jr   $ra

#== prints_nothing_and_returns printed
f:  la   $t5, nothing
    move $t6, $a0
    move $a0, $t5
    li   $v0, 4
    syscall
    move $a0, $t6
    SUM
    jr   $ra
.data
nothing: .asciiz ""
.text

#== reads_the_program fault
f:  la   $t0, main
    lw   $t6, 0($t0)
    SUM
    jr   $ra

#== writes_the_return_address_of_its_caller fault
f:  SUM
    addiu $t0, $ra, 4
    sw   $t0, 28($sp)
    jr   $ra

#== changes_gp convention
f:  SUM
    addiu $gp, $gp, 4
    jr   $ra

#== changes_a_float_register convention
f:  SUM
    mtc1 $v0, $f20
    jr   $ra

#== changes_the_frame_pointer convention
f:  move $fp, $sp
    SUM
    jr   $ra

#== jumps_into_the_test not-returned
f:  SUM
    addiu $t0, $ra, -8
    jr   $t0

#== leaves_to_the_course_with_lost_registers wrong-output
f:  SUM
    addu $a0, $v0, $v0
    li   $s0, 1
    j    half

#== calls_the_course_with_a_foreign_stack fault
f:  addiu $sp, $sp, -8
    sw   $ra, 4($sp)
    move $t5, $sp
    SUM
    addu $a0, $v0, $v0
    la   $sp, spare
    addiu $sp, $sp, 64
    jal  half
    la   $sp, kept
    lw   $sp, 0($sp)
    lw   $ra, 4($sp)
    addiu $sp, $sp, 8
    jr   $ra
.data
kept: .word 0
spare: .space 64
.text

#== returns_with_another_stack_pointer fault
f:  SUM
    addiu $sp, $sp, -8
    jr   $ra

#== is_a_coroutine wrong-output
f:  la   $t2, other
    sw   $sp, 0($t2)
    sw   $ra, 4($t2)
    la   $sp, spare
    addiu $sp, $sp, 64
    li   $s0, 1
    jal  inner
    la   $t2, other
    lw   $sp, 0($t2)
    lw   $ra, 4($t2)
    jr   $ra
inner:
    SUM
    jr   $ra
.data
other: .word 0, 0
spare: .space 64
.text

#== runs_off_its_end not-returned
f:  SUM
    nop

#== lies_over_the_data_of_the_test does-not-assemble
f:  SUM
    jr   $ra
.data 0x10010000
    .word 2, 2, 2
.text

#== lies_over_the_text_of_the_test does-not-assemble
f:  SUM
    jr   $ra
.text 0x00400000
    nop

#== returns_from_an_exception not-returned
f:  SUM
    addiu $t0, $ra, 4
    mtc0 $t0, $14
    eret

#== hides_its_loss_in_a_callback wrong-output
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    move $a2, $a1
    move $a1, $a0
    la   $a0, back
    jal  call_back
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra
back:
    SUM
    li   $s2, 5
    jr   $ra

#== defines_a_macro_that_the_test_would_use does-not-assemble
f:  SUM
    li   $s0, 3
    jr   $ra
.macro move (%a, %b)
.end_macro

#== puts_gp_back convention
f:  li   $gp, 5
    SUM
    li   $gp, 0x10008000
    jr   $ra

#== keeps_its_sum_in_k1_over_a_call convention
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    SUM
    move $k1, $v0
    li   $a0, 3
    jal  twice
    move $v0, $k1
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra

#== keeps_its_return_address_in_k0 convention
f:  move $k0, $ra
    SUM
    move $a0, $v0
    jal  twice
    move $a0, $v0
    jal  half
    jr   $k0

#== keeps_its_sum_in_at_over_a_call convention
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    SUM
    move $at, $v0
    li   $a0, 3
    jal  twice
    move $v0, $at
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra

#== keeps_its_sum_in_lo_over_a_call convention
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    SUM
    mtlo $v0
    li   $a0, 3
    jal  twice
    mflo $v0
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra

#== reads_hi_on_entry convention
f:  mfhi $t3
    bltz $t3, go_on
go_on:
    SUM
    jr   $ra

#== keeps_a_condition_over_a_call convention
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    SUM
    sw   $v0, 16($sp)
    mtc1 $zero, $f4
    c.eq.s $f4, $f4
    li   $a0, 3
    jal  twice
    lw   $v0, 16($sp)
    bc1t same
    li   $v0, 1
same:
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra

#== counts_with_sp convention
f:  move $t5, $sp
    li   $sp, 0
    SUM
    addu $sp, $sp, $v0
    move $v0, $sp
    move $sp, $t5
    jr   $ra

#== gives_up_its_callers_frame_for_a_moment convention
f:  addiu $sp, $sp, 16
    SUM
    addiu $sp, $sp, -16
    jr   $ra

#== reads_t9_in_kernel_code convention
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    la   $t0, kernel_sum
    jalr $t0
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra
.ktext
kernel_sum:
    SUM
    bnez $t9, kernel_end
kernel_end:
    jr   $ra
.text

#== jumps_to_kernel_code convention
f:  la   $t0, kernel_sum
    jr   $t0
.ktext
kernel_sum:
    SUM
    bnez $t9, kernel_end
kernel_end:
    jr   $ra
.text

#== keeps_its_sum_in_epc_over_a_call convention
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    SUM
    mtc0 $v0, $14
    li   $a0, 3
    jal  twice
    mfc0 $v0, $14
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra

#== saves_one_half_of_a_register convention
f:  addiu $sp, $sp, -8
    sw   $zero, 0($sp)
    sw   $zero, 4($sp)
    swr  $s1, 1($sp)
    li   $s1, 3
    SUM
    lwr  $s1, 1($sp)
    lwl  $s1, 4($sp)
    addiu $sp, $sp, 8
    jr   $ra

#== loads_one_half_of_a_register convention
f:  addiu $sp, $sp, -8
    usw  $s1, 1($sp)
    li   $s1, 3
    SUM
    lwr  $s1, 1($sp)
    addiu $sp, $sp, 8
    jr   $ra

#== restores_if_never convention
f:  move $t6, $s1
    li   $s1, 7
    SUM
    movn $s1, $t6, $zero
    jr   $ra

#== swaps_two_registers_and_not_back convention
f:  xor  $s1, $s1, $s2
    xor  $s2, $s1, $s2
    xor  $s1, $s1, $s2
    SUM
    jr   $ra

#== turns_a_register_round_once convention
f:  nor  $s1, $s1, $zero
    SUM
    jr   $ra
