# Functions that find their data through the global pointer, called without $25.
    .abicalls
    .set noreorder
    .text
    .globl __start
    .ent __start
__start:
    .cpload $25
    addiu $sp, $sp, -32
    .cprestore 16
    jal print
    nop
    lw $4, %got(code)($28)
    lw $4, %lo(code)($4)
    li $2, 4001
    syscall
    .end __start

    .globl print
    .ent print
print:
    .cpload $25
    li $4, 1
    la $5, msg
    lw $6, %got(length)($28)
    lw $6, 0($6)
    li $2, 4004
    syscall
    jr $31
    nop
    .end print

    .data
    .globl length
msg:    .ascii "found\n"
    .align 2
length: .word 6
code:   .word 7
