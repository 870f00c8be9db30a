.data
    li $t0, 99
x:  .word 5
    add $t0, $t0, $t0
.text
    lw   $a0, x
    add  $a0, $a0, $t0
    li   $v0, 1
    syscall
    li   $v0, 10
    syscall
