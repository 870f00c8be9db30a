# Tiles move by one field only.
.import ../../asm/rv32/2048/src/move_one.s
.globl move_left

.text
move_left:
    addi sp, sp, -16
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    mv   s0, a0
    mv   s1, a1

move_left_step:
    mv   a0, s0
    mv   a1, s1
    jal  move_one
    

    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    addi sp, sp, 16
    ret
