# A stack of half-words.
# prints: 3 2 1
        .text
main:   li   $t0, 1
main_push:
        addiu $sp, $sp, -2
        sh   $t0, 0($sp)
        addiu $t0, $t0, 1
        ble  $t0, 3, main_push
        li   $t1, 3
main_pop:
        lh   $a0, 0($sp)
        addiu $sp, $sp, 2
        li   $v0, 1
        syscall
        li   $a0, 32
        li   $v0, 11
        syscall
        addiu $t1, $t1, -1
        bnez $t1, main_pop
        li   $v0, 10
        syscall
