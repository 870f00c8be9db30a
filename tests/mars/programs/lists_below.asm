.data
array:  .word
        1, 2, 3
        4, 5, 6,
        # and a comment
        7
count:  .word 7
.text
    la   $t0, array
    lw   $t1, count
    li   $t2, 0
loop:
    lw   $t3, ($t0)
    add  $t2, $t2, $t3
    addi $t0, $t0, 4
    addi $t1, $t1, -1
    bgtz $t1, loop
    move $a0, $t2
    li   $v0, 1
    syscall
    li   $v0, 10
    syscall
