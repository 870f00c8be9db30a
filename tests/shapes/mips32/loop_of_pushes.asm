# A loop pushes, another one pops: how deep is known only at run time.
# prints: 54321
        .text
main:   li   $a0, 5
        jal  down
        li   $v0, 10
        syscall

down:   li   $t0, 0
down_push:
        addi $t0, $t0, 1
        subu $sp, $sp, 4
        sw   $t0, ($sp)
        bne  $t0, $a0, down_push
down_pop:
        lw   $a0, ($sp)
        addu $sp, $sp, 4
        li   $v0, 1
        syscall
        subi $t0, $t0, 1
        bnez $t0, down_pop
        jr   $ra
