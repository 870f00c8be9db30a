# Bubble sort with a function that swaps.
# prints: 1 2 5 9
        .data
list:   .word 5, 9, 1, 2
        .text
main:   la   $a0, list
        li   $a1, 4
        jal  sort
        la   $s0, list
        li   $s1, 4
show:   lw   $a0, ($s0)
        li   $v0, 1
        syscall
        li   $a0, ' '
        li   $v0, 11
        syscall
        addi $s0, $s0, 4
        addi $s1, $s1, -1
        bgtz $s1, show
        li   $v0, 10
        syscall

sort:   sub  $sp, $sp, 20
        sw   $ra, 16($sp)
        sw   $s3, 12($sp)
        sw   $s2, 8($sp)
        sw   $s1, 4($sp)
        sw   $s0, 0($sp)
        move $s2, $a0
        move $s3, $a1
        move $s0, $zero
outer:  slt  $t0, $s0, $s3
        beq  $t0, $zero, sort_end
        addi $s1, $s0, -1
inner:  slti $t0, $s1, 0
        bne  $t0, $zero, inner_end
        sll  $t1, $s1, 2
        add  $t2, $s2, $t1
        lw   $t3, 0($t2)
        lw   $t4, 4($t2)
        slt  $t0, $t4, $t3
        beq  $t0, $zero, inner_end
        move $a0, $s2
        move $a1, $s1
        jal  swap
        addi $s1, $s1, -1
        j    inner
inner_end:
        addi $s0, $s0, 1
        j    outer
sort_end:
        lw   $s0, 0($sp)
        lw   $s1, 4($sp)
        lw   $s2, 8($sp)
        lw   $s3, 12($sp)
        lw   $ra, 16($sp)
        add  $sp, $sp, 20
        jr   $ra

swap:   sll  $t1, $a1, 2
        add  $t1, $a0, $t1
        lw   $t0, 0($t1)
        lw   $t2, 4($t1)
        sw   $t2, 0($t1)
        sw   $t0, 4($t1)
        jr   $ra
