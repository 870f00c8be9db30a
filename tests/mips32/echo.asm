# Keyboard and display in memory: every key is shown in upper case, until a dot.
        .eqv KEY_READY 0xffff0000
        .eqv KEY 0xffff0004
        .eqv SCREEN_READY 0xffff0008
        .eqv SCREEN 0xffff000c
        .text
wait:   lw   $t0, KEY_READY
        andi $t0, $t0, 1
        beqz $t0, wait
        lw   $s0, KEY
        blt  $s0, 'a', show
        bgt  $s0, 'z', show
        addi $s0, $s0, -32
show:   lw   $t0, SCREEN_READY
        andi $t0, $t0, 1
        beqz $t0, show
        sw   $s0, SCREEN
        bne  $s0, '.', wait
        li   $v0, 10
        syscall
