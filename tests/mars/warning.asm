        .set noreorder
        .data
        .byte 300
        .text
        li   $v0, 10
        syscall
