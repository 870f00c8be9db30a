.data
line: .asciiz "no quote!\n
.text
    la $a0, line
    li $v0, 4
    syscall
    li   $v0, 10
    syscall
