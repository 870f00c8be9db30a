.data
cell: .word 0
text: .asciiz "done\n"
.text
.globl main
main:
    li $s0, 3
loop:
    move $a0, $s0
    jal add
    addi $s0, $s0, -1
    bnez $s0, loop
    la $a0, text
    li $v0, 4
    syscall
    li $v0, 10
    syscall
.globl add
add:
    la $t0, cell
    lw $t1, 0($t0)
    add $t1, $t1, $a0
    sw $t1, 0($t0)
    jr $ra
