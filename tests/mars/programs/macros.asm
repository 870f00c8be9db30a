.macro print_str (%str)
.data
text: .asciiz %str
.text
    li   $v0, 4
    la   $a0, text
    syscall
.end_macro
.macro for (%reg, %from, %to, %body)
    li   %reg, %from
loop:
    %body ()
    addi %reg, %reg, 1
    ble  %reg, %to, loop
.end_macro
.macro body()
    print_str("x")
.end_macro
    for ($t0, 1, 4, body)
    li   $v0, 10
    syscall
