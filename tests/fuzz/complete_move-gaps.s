# The gaps stay.
.import ../../asm/rv32/2048/src/move_left.s
.import ../../asm/rv32/2048/src/merge.s
.globl complete_move

.text
complete_move:
    addi sp, sp, -32
    sw   ra, 0(sp)
    sw   s0, 4(sp)
    sw   s1, 8(sp)
    sw   s2, 12(sp)
    sw   s3, 16(sp)
    mv   s0, a0
    mv   s1, a1

    jal  move_left

    mv   a0, s0
    mv   a1, s1
    jal  merge
    mv   s2, a0
    mv   s3, a1

    mv   a0, s0
    mv   a1, s1

    mv   a0, s2
    mv   a1, s3
    lw   ra, 0(sp)
    lw   s0, 4(sp)
    lw   s1, 8(sp)
    lw   s2, 12(sp)
    lw   s3, 16(sp)
    addi sp, sp, 32
    ret
