# A frame that no 16-bit immediate reaches: subu takes the way through $at, and so do the accesses.
# prints: 4950
        .text
main:   jal  fill
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

fill:   subu $sp, $sp, 40008
        sw   $ra, 40000($sp)
        sw   $s0, 40004($sp)
        li   $s0, 0
        move $t0, $sp
fill_next:
        sw   $s0, 0($t0)
        addiu $t0, $t0, 400
        addiu $s0, $s0, 1
        blt  $s0, 100, fill_next
        move $a0, $sp
        jal  total
        lw   $ra, 40000($sp)
        lw   $s0, 40004($sp)
        addu $sp, $sp, 40008
        jr   $ra

total:  li   $v0, 0
        li   $t1, 100
total_next:
        lw   $t2, 0($a0)
        addu $v0, $v0, $t2
        addiu $a0, $a0, 400
        subu $t1, $t1, 1
        bnez $t1, total_next
        jr   $ra
