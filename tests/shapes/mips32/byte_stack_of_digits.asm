# Digits are pushed as bytes while a number is taken apart; calls are made meanwhile.
# prints: 90210
        .text
main:   li   $a0, 90210
        jal  print
        li   $v0, 10
        syscall

print:  addi $sp, $sp, -8
        sw   $ra, 4($sp)
        sw   $s0, 0($sp)
        li   $s0, 0
print_push:
        rem  $t0, $a0, 10
        addi $t0, $t0, 48
        subi $sp, $sp, 1
        sb   $t0, 0($sp)
        addi $s0, $s0, 1
        div  $a0, $a0, 10
        bnez $a0, print_push
print_pop:
        lbu  $a0, 0($sp)
        addi $sp, $sp, 1
        jal  print_one
        addi $s0, $s0, -1
        bnez $s0, print_pop
        lw   $s0, 0($sp)
        lw   $ra, 4($sp)
        addi $sp, $sp, 8
        jr   $ra

print_one:
        li   $v0, 11
        syscall
        jr   $ra
