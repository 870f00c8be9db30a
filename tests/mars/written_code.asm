# Writes instructions into the data segment, far behind what the source defines, and runs them.
        li   $t0, 0x24090007            # addiu $t1, $zero, 7
        sw   $t0, 0x10010100
        li   $t0, 0x03e00008            # jr $ra
        sw   $t0, 0x10010104
        la   $t2, 0x10010100
        jalr $t2
        li   $v0, 10
        syscall
