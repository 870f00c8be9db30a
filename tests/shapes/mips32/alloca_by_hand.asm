# An array on the stack whose size is an argument.
# prints: 45
        .text
main:   li   $a0, 10
        jal  sums
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

sums:   subu $sp, $sp, 8
        sw   $fp, 0($sp)
        sw   $ra, 4($sp)
        move $fp, $sp
        sll  $t0, $a0, 2
        subu $sp, $sp, $t0
        move $t1, $sp
        li   $t2, 0
sums_set:
        sw   $t2, 0($t1)
        addu $t1, $t1, 4
        addu $t2, $t2, 1
        bne  $t2, $a0, sums_set
        move $a1, $a0
        move $a0, $sp
        jal  total
        move $sp, $fp
        lw   $fp, 0($sp)
        lw   $ra, 4($sp)
        addu $sp, $sp, 8
        jr   $ra

total:  li   $v0, 0
total_next:
        lw   $t0, 0($a0)
        addu $v0, $v0, $t0
        addu $a0, $a0, 4
        subu $a1, $a1, 1
        bnez $a1, total_next
        jr   $ra
