# A leaf function with an array in its frame.
# prints: 3210
        .text
main:   jal  digits
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

digits: subi $sp, $sp, 16
        li   $t0, 0
digits_set:
        sll  $t1, $t0, 2
        add  $t1, $t1, $sp
        sw   $t0, 0($t1)
        addi $t0, $t0, 1
        bne  $t0, 4, digits_set
        li   $v0, 0
digits_get:
        addi $t0, $t0, -1
        sll  $t1, $t0, 2
        add  $t1, $t1, $sp
        lw   $t2, 0($t1)
        mul  $v0, $v0, 10
        add  $v0, $v0, $t2
        bnez $t0, digits_get
        addi $sp, $sp, 16
        jr   $ra
