# Doubles are passed and given back in two registers.
# expect: no finding

.data
x: .double 2.5
.text
main:
    l.d $f12, x
    jal half
    mov.d $f12, $f0
    jal half
    mov.d $f12, $f0
    li $v0, 3
    syscall
    li $v0, 10
    syscall
half:
    add.d $f0, $f12, $f12
    jr $ra
