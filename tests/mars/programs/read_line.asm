.data
buffer: .space 20
.text
    la   $a0, buffer
    li   $a1, 20
    li   $v0, 8
    syscall
    la   $t0, buffer
    li   $t1, 0
count:
    lbu  $t2, ($t0)
    beq  $t2, '\n', done
    beqz $t2, done
    addi $t1, $t1, 1
    addi $t0, $t0, 1
    b    count
done:
    move $a0, $t1
    li   $v0, 1
    syscall
    li   $v0, 10
    syscall
