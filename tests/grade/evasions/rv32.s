#== leaves_its_stack wrong-output
f:  mv   t2, sp
    la   sp, spare
    addi sp, sp, 64
    li   s0, 1
    SUM
    mv   sp, t2
    ret
.data
spare: .space 64
.text

#== leaves_its_stack_by_a_number wrong-output
f:  mv   t2, sp
    li   sp, 0x10008000
    li   s0, 1
    SUM
    mv   sp, t2
    ret

#== returns_past_its_caller not-returned
f:  SUM
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    addi sp, sp, 16
    ret

#== returns_behind_its_call not-returned
f:  SUM
    addi t0, ra, 4
    jr   t0

#== returns_by_a7_after_a_local_call wrong-output
f:  mv   a7, ra
    li   s0, 1
    jal  inner
    jr   a7
inner:
    SUM
    ret

#== returns_past_its_caller_by_a7 not-returned
f:  lw   a7, 12(sp)
    SUM
    addi sp, sp, 16
    jr   a7

#== has_no_frame convention
f:  sw   s0, 0(sp)
    mv   s0, a0
    SUM
    lw   s0, 0(sp)
    ret

#== saves_one_byte convention
f:  addi sp, sp, -16
    sb   s0, 0(sp)
    mv   s0, a0
    SUM
    lbu  s0, 0(sp)
    addi sp, sp, 16
    ret

#== restores_a_half_word convention
f:  addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, a0
    SUM
    lh   s0, 0(sp)
    addi sp, sp, 16
    ret

#== saves_a_double_as_a_single convention
f:  addi sp, sp, -16
    fsw  fs0, 0(sp)
    fmv.w.x fs0, zero
    SUM
    flw  fs0, 0(sp)
    addi sp, sp, 16
    ret

#== saves_two_registers_in_one_slot wrong-output
f:  addi sp, sp, -16
    sw   s0, 0(sp)
    sw   s1, 0(sp)
    mv   s0, a0
    mv   s1, a1
    SUM
    lw   s0, 0(sp)
    lw   s1, 0(sp)
    addi sp, sp, 16
    ret

#== overwrites_its_slot wrong-output
f:  addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, a0
    SUM
    sw   a0, 0(sp)
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret

#== overwrites_a_part_of_its_slot convention
f:  addi sp, sp, -16
    sw   s0, 0(sp)
    mv   s0, a0
    SUM
    sb   zero, 3(sp)
    lw   s0, 0(sp)
    addi sp, sp, 16
    ret

#== clears_by_xor convention
f:  SUM
    xor  s1, s1, s1
    ret

#== cuts_off_high_bits convention
f:  SUM
    andi s0, s0, 255
    ret

#== shifts_there_and_back convention
f:  slli s0, s0, 8
    SUM
    srli s0, s0, 8
    ret

#== guesses_the_value convention
f:  mv   s0, a0
    SUM
    li   s0, 7
    ret

#== keeps_only_the_first_time convention
f:  la   t0, calls
    lw   t1, 0(t0)
    addi t2, t1, 1
    sw   t2, 0(t0)
    beqz t1, first
    li   s0, 7
first:
    SUM
    ret
.data
calls: .word 0
.text

#== recurses_deeply_first wrong-output
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    li   t6, 3000
    jal  deep
    lw   ra, 12(sp)
    addi sp, sp, 16
    li   s0, 1
    SUM
    ret
deep:
    addi sp, sp, -16
    sw   ra, 12(sp)
    addi t6, t6, -1
    beqz t6, bottom
    jal  deep
bottom:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

#== prints_the_answers_and_exits not-returned
f:  la   a1, text
    li   a0, 4
    ecall
    li   a0, 10
    ecall
.data
text: .asciiz "6 7\n10 7\n0 7\n21 7\n"
.text

#== exits not-returned
f:  li   a0, 10
    ecall

#== exits_with_a_code not-returned
f:  li   a0, 17
    li   a1, 0
    ecall

#== exits_through_the_course not-returned
f:  la   a1, text
    li   a0, 4
    ecall
    jal  stop
.data
text: .asciiz "6 7\n10 7\n0 7\n21 7\n"
.text

#== jumps_to_the_exit_of_the_course not-returned
f:  la   t0, stop
    jr   t0

#== prints_a_bit_and_returns printed
f:  SUM
    mv   t3, a0
    li   a0, 4
    la   a1, nothing
    ecall
    mv   a0, t3
    ret
.data
nothing: .asciiz ""
.text

#== reads_the_program fault
f:  li   t6, 0
    lw   t6, 0(t6)
    SUM
    ret

#== reads_the_test_at_its_call fault
f:  lw   t6, 0(ra)
    SUM
    ret

#== prints_the_program fault
f:  mv   t5, a0
    mv   t6, a1
    mv   a1, ra
    li   a0, 4
    ecall
    mv   a0, t5
    mv   a1, t6
    SUM
    ret

#== writes_the_return_address_of_its_caller fault
f:  SUM
    addi t0, ra, 4
    sw   t0, 12(sp)
    ret

#== writes_the_frame_of_its_caller convention
f:  SUM
    mv   t0, sp
    sb   zero, 8(t0)
    ret

#== uses_the_frame_of_its_caller_and_puts_other_values_back convention
f:  sw   s1, 8(sp)
    mv   s1, a0
    SUM
    lw   s1, 8(sp)
    ret

#== changes_gp convention
f:  SUM
    addi gp, gp, 4
    ret

#== changes_tp convention
f:  SUM
    mv   tp, a0
    ret

#== changes_a_float_register convention
f:  SUM
    fcvt.s.w fs1, a0
    ret

#== changes_s11 convention
f:  mv   s11, a0
    SUM
    ret

#== jumps_into_the_test not-returned
f:  SUM
    addi t0, ra, -8
    jr   t0

#== jumps_to_a_label_of_the_test not-returned
.globl f
f:  la   t0, twice
    addi t0, t0, 4
    jr   t0

#== leaves_to_the_course_with_lost_registers wrong-output
f:  SUM
    li   s0, 1
    j    twice_half

#== leaves_to_the_course_with_another_stack fault
f:  SUM
    addi sp, sp, -16
    j    twice_half

#== calls_the_course_with_a_foreign_stack wrong-output
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    mv   s0, sp
    la   sp, spare
    addi sp, sp, 64
    SUM
    jal  twice_half
    mv   sp, s0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
.data
spare: .space 64
.text

#== returns_with_another_stack_pointer fault
f:  SUM
    addi sp, sp, -4
    ret

#== claims_that_the_frame_was_passed convention
f:  mv   t0, sp
    sw   zero, 0(t0)
    SUM
    ret
.data
.align 2
claimed: .word 0x7fffff00, 0x7fffff08, 0x7fffff10, 0x7fffff18, 0x7fffff20, 0x7fffff28, 0x7fffff30, 0x7fffff38, 0x7fffff40, 0x7fffff48, 0x7fffff50, 0x7fffff58, 0x7fffff60, 0x7fffff68, 0x7fffff70, 0x7fffff78, 0x7fffff80, 0x7fffff88, 0x7fffff90, 0x7fffff98, 0x7fffffa0, 0x7fffffa8, 0x7fffffb0, 0x7fffffb8, 0x7fffffc0, 0x7fffffc8, 0x7fffffd0, 0x7fffffd8, 0x7fffffe0, 0x7fffffe8, 0x7ffffff0, 0x7ffffff8

#== pops_the_frame_of_its_caller fault
f:  SUM
    addi sp, sp, 8
    ret

#== is_a_coroutine wrong-output
f:  la   t2, other
    sw   sp, 0(t2)
    sw   ra, 4(t2)
    la   sp, spare
    addi sp, sp, 64
    li   s0, 1
    jal  inner
    la   t2, other
    lw   sp, 0(t2)
    lw   ra, 4(t2)
    ret
inner:
    SUM
    ret
.data
other: .word 0, 0
spare: .space 64
.text

#== runs_off_its_end not-returned
f:  SUM
    nop

#== jumps_nowhere fault
f:  SUM
    li   t0, 0x7000000
    jr   t0

#== runs_on_into_its_own_data wrong-output
f:  SUM
    j    behind
    ret
behind:

#== relies_on_a_temporary_of_its_caller wrong-output
f:  mv   a1, t5
    li   a1, 3
    SUM
    add  a0, a0, t4
    ret

#== relies_on_a_saved_register_of_its_caller convention
f:  SUM
    addi a0, a0, -7
    add  a0, a0, s0
    ret

#== reads_below_the_stack_pointer fault
f:  sw   a1, -4(sp)
    SUM
    lw   t0, -64(sp)
    add  a0, a0, t0
    ret

#== hides_its_loss_in_a_callback wrong-output
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    mv   a2, a1
    mv   a1, a0
    la   a0, back
    jal  call_back
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
back:
    mv   t5, a0
    mv   a0, t5
    SUM
    li   s2, 5
    ret

#== returns_from_a_callback_past_the_course not-returned
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    mv   a2, a1
    mv   a1, a0
    la   a0, back
    jal  call_back
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
back:
    SUM
    addi sp, sp, 16
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

#== puts_gp_back convention
f:  li   gp, 5
    SUM
    li   gp, 0x10000000
    ret

#== puts_tp_back convention
f:  mv   t5, tp
    li   tp, 5
    SUM
    mv   tp, t5
    ret

#== counts_with_sp convention
f:  mv   t5, sp
    li   sp, 0
    SUM
    add  sp, sp, a0
    mv   a0, sp
    mv   sp, t5
    ret

#== gives_up_its_callers_frame_for_a_moment convention
f:  addi sp, sp, 16
    SUM
    addi sp, sp, -16
    ret

#== keeps_its_sum_in_a_control_register_over_a_call convention
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    SUM
    csrrw zero, 0x40, a0
    li   a0, 3
    jal  twice
    csrrs a0, 0x40, zero
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

#== exchanges_a_register_and_loses_it convention
f:  addi sp, sp, -16
    sw   zero, 0(sp)
    amoswap.w t0, s1, (sp)
    li   s1, 7
    SUM
    addi sp, sp, 16
    ret

#== writes_over_what_it_saved_by_an_exchange convention
f:  addi sp, sp, -16
    sw   s1, 0(sp)
    li   s1, 3
    amoswap.w t0, s1, (sp)
    SUM
    lw   s1, 0(sp)
    addi sp, sp, 16
    ret

#== swaps_two_registers_and_not_back convention
f:  xor  s1, s1, s2
    xor  s2, s1, s2
    xor  s1, s1, s2
    SUM
    ret

#== negates_a_register_once convention
f:  neg  s1, s1
    SUM
    ret
