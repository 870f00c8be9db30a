# ulw and usw on data at odd addresses.
# prints: 305419897
        .data
        .byte 1
odd:    .byte 0x78, 0x56, 0x34, 0x12
        .byte 2, 3, 4
        .text
main:   la   $a0, odd
        jal  increase
        la   $t0, odd
        ulw  $a0, 0($t0)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

increase:
        ulw  $t0, 0($a0)
        addiu $t0, $t0, 1
        usw  $t0, 0($a0)
        jr   $ra
