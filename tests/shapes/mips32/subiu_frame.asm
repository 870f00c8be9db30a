# Frames made with subiu and addiu, of three words.
# prints: 21
        .text
main:   subiu $sp, $sp, 12
        sw   $ra, 0($sp)
        li   $a0, 3
        li   $a1, 7
        jal  product
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

product:
        subiu $sp, $sp, 12
        sw   $ra, 8($sp)
        sw   $s0, 4($sp)
        sw   $s1, 0($sp)
        move $s0, $a0
        li   $s1, 0
product_loop:
        beqz $s0, product_end
        addu $s1, $s1, $a1
        subiu $s0, $s0, 1
        b    product_loop
product_end:
        move $v0, $s1
        lw   $s1, 0($sp)
        lw   $s0, 4($sp)
        lw   $ra, 8($sp)
        addiu $sp, $sp, 12
        jr   $ra
