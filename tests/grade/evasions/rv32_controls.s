#== plain
f:  SUM
    ret

#== keeps_its_frame
f:  addi sp, sp, -32
    sw   ra, 28(sp)
    sw   s0, 24(sp)
    sw   s1, 20(sp)
    mv   s0, a0
    mv   s1, a1
    jal  inner
    lw   ra, 28(sp)
    lw   s0, 24(sp)
    lw   s1, 20(sp)
    addi sp, sp, 32
    ret
inner:
    SUM
    ret

#== tail_calls_its_own
f:  mv   t5, a0
    j    inner
inner:
    SUM
    ret

#== tail_calls_the_course
f:  SUM
    add  a0, a0, a0
    j    half

#== shares_an_epilogue
f:  addi sp, sp, -16
    sw   s0, 12(sp)
    mv   s0, a0
    beqz a1, none
    SUM
    j    out
none:
    li   a0, 0
out:
    lw   s0, 12(sp)
    addi sp, sp, 16
    ret

#== has_a_jump_table
f:  la   t3, table
    lw   t3, 0(t3)
    jr   t3
way:
    SUM
    ret
.data
.align 2
table: .word way
.text

#== has_a_jump_table_in_its_text
f:  la   t3, table
    lw   t3, 4(t3)
    jr   t3
table:
    .word f, way
way:
    SUM
    ret

#== keeps_saved_registers_in_temporaries
f:  mv   t5, s0
    mv   t6, s1
    mv   s0, a0
    mv   s1, a1
    SUM
    mv   s0, t5
    mv   s1, t6
    ret

#== recurses
f:  beqz a1, none
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    lw   s0, 0(a0)
    addi a0, a0, 4
    addi a1, a1, -1
    jal  f
    add  a0, a0, s0
    lw   ra, 12(sp)
    lw   s0, 8(sp)
    addi sp, sp, 16
    ret
none:
    li   a0, 0
    ret

#== has_a_big_frame
f:  li   t0, -8192
    add  sp, sp, t0
    sw   s0, 4(sp)
    mv   s0, a0
    SUM
    lw   s0, 4(sp)
    li   t0, 8192
    add  sp, sp, t0
    ret

#== calls_the_course
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    SUM
    jal  twice
    jal  half
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

#== is_called_back
f:  addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s3, 8(sp)
    mv   a2, a1
    mv   a1, a0
    la   a0, back
    li   s3, 5
    jal  call_back
    lw   ra, 12(sp)
    lw   s3, 8(sp)
    addi sp, sp, 16
    ret
back:
    SUM
    ret

#== saves_floats
f:  addi sp, sp, -16
    fsd  fs0, 0(sp)
    fcvt.d.w fs0, a1
    SUM
    fld  fs0, 0(sp)
    addi sp, sp, 16
    ret

#== returns_by_another_register
f:  mv   t2, ra
    SUM
    jr   t2

#== keeps_its_registers_in_its_data
f:  la   t2, kept
    sw   s0, 0(t2)
    mv   s0, a0
    SUM
    la   t2, kept
    lw   s0, 0(t2)
    ret
.data
.align 2
kept: .word 0
.text

#== exchanges_a_register_with_the_stack
f:  addi sp, sp, -16
    sw   zero, 0(sp)
    amoswap.w s1, s1, (sp)
    addi s1, s1, 3
    SUM
    amoswap.w s1, s1, (sp)
    addi sp, sp, 16
    ret

#== swaps_two_registers_and_back
f:  xor  s1, s1, s2
    xor  s2, s1, s2
    xor  s1, s1, s2
    SUM
    xor  s1, s1, s2
    xor  s2, s1, s2
    xor  s1, s1, s2
    ret
