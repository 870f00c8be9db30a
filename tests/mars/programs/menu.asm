.data
menu:   .asciiz
        "1) add\n2) quit\n"
prompt: .asciiz "? "
.text
main:
    li   $v0, 4
    la   $a0, menu
    syscall
    li   $v0, 4
    la   $a0, prompt
    syscall
    li   $v0, 5
    syscall
    beq  $v0, 2, quit
    li   $v0, 5
    syscall
    move $t0, $v0
    li   $v0, 5
    syscall
    add  $a0, $v0, $t0
    li   $v0, 1
    syscall
quit:
    li   $v0, 10
    syscall
