.data
array: .word 5 3 8 1
       9 2
n:     .word 6
.text
    lw   $s1, n
outer:
    subi $s1, $s1, 1
    blez $s1, show
    la   $t0, array
    move $t1, $s1
inner:
    lw   $t2, 0($t0)
    lw   $t3, 4($t0)
    ble  $t2, $t3, ordered
    sw   $t3, 0($t0)
    sw   $t2, 4($t0)
ordered:
    addi $t0, $t0, 4
    sub  $t1, $t1, 1
    bgtz $t1, inner
    b    outer
show:
    la   $t0, array
    lw   $t1, n
more:
    lw   $a0, ($t0)
    li   $v0, 1
    syscall
    addiu $t0, $t0, 4
    addi $t1, $t1, -1
    bnez $t1, more
    li   $v0, 10
    syscall
