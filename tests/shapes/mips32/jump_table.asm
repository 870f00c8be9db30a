# A table of addresses, and jr to one of them, inside a function with a frame.
# prints: 3 10 -5
        .data
table:  .word plus, times, minus
        .text
main:   li   $s0, 0
main_next:
        move $a0, $s0
        li   $a1, 5
        li   $a2, 2
        jal  compute
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $a0, 32
        li   $v0, 11
        syscall
        addi $s0, $s0, 1
        bne  $s0, 3, main_next
        li   $v0, 10
        syscall

compute:
        subu $sp, $sp, 4
        sw   $s1, 0($sp)
        move $s1, $a1
        sll  $t0, $a0, 2
        lw   $t0, table($t0)
        jr   $t0
plus:   addi $v0, $a2, 1
        b    compute_end
times:  mul  $v0, $s1, $a2
        b    compute_end
minus:  neg  $v0, $s1
compute_end:
        lw   $s1, 0($sp)
        addu $sp, $sp, 4
        jr   $ra
