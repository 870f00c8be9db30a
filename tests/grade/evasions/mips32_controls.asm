#== plain
f:  SUM
    jr   $ra

#== keeps_its_frame
f:  subu $sp, $sp, 24
    sw   $ra, 20($sp)
    sw   $s0, 16($sp)
    move $s0, $a0
    jal  inner
    lw   $ra, 20($sp)
    lw   $s0, 16($sp)
    addu $sp, $sp, 24
    jr   $ra
inner:
    SUM
    jr   $ra

#== tail_calls_the_course
f:  SUM
    addu $a0, $v0, $v0
    j    half

#== has_a_jump_table
f:  la   $t3, table
    lw   $t3, 0($t3)
    jr   $t3
way:
    SUM
    jr   $ra
.data
table: .word way
.text

#== keeps_saved_registers_in_temporaries
f:  move $t5, $s0
    move $s0, $a0
    SUM
    move $s0, $t5
    jr   $ra

#== recurses
f:  beqz $a1, none
    addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    sw   $s0, 16($sp)
    lw   $s0, 0($a0)
    addiu $a0, $a0, 4
    addiu $a1, $a1, -1
    jal  f
    addu $v0, $v0, $s0
    lw   $ra, 20($sp)
    lw   $s0, 16($sp)
    addiu $sp, $sp, 24
    jr   $ra
none:
    li   $v0, 0
    jr   $ra

#== calls_the_course
f:  addiu $sp, $sp, -24
    sw   $ra, 20($sp)
    SUM
    move $a0, $v0
    jal  twice
    move $a0, $v0
    jal  half
    lw   $ra, 20($sp)
    addiu $sp, $sp, 24
    jr   $ra

#== is_called_back
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
    jr   $ra

#== has_macros
.macro push (%reg)
    addiu $sp, $sp, -4
    sw   %reg, 0($sp)
.end_macro
.macro pop (%reg)
    lw   %reg, 0($sp)
    addiu $sp, $sp, 4
.end_macro
f:  push ($s0)
    move $s0, $a0
    SUM
    pop  ($s0)
    jr   $ra

#== saves_by_halves
f:  addiu $sp, $sp, -8
    usw  $s1, 1($sp)
    li   $s1, 3
    SUM
    ulw  $s1, 1($sp)
    addiu $sp, $sp, 8
    jr   $ra

#== restores_under_a_condition
f:  move $t6, $s1
    li   $s1, 7
    SUM
    movz $s1, $t6, $zero
    jr   $ra
