# Delay slots filled by hand.
    .set noreorder
    .text
    .globl __start
    .ent __start
__start:
    li $4, 1
    la $5, msg
    li $6, 3
    li $2, 4004
    syscall
    b 1f
    li $4, 5
1:  li $2, 4001
    syscall
    .end __start
    .data
msg: .ascii "ok\n"
