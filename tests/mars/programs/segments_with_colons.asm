.data:
text: .asciiz "colons\n"
.text:
main: la $a0, text
    li $v0, 4
    syscall
    li   $v0, 10
    syscall
