.data
table: 10, 20, 30
names: table, names
.text
    lw   $t0, names
    lw   $a0, 8($t0)
    li   $v0, 1
    syscall
    li   $v0, 10
    syscall
