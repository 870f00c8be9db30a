# What runs before main, and exits with what it returns.
        .ktext  0x80000000
        .globl  __start
__start:
        li      $v0, 0                  # what a main returns that does not say
        la      $k0, main
        jalr    $k0
        move    $a0, $v0
        li      $v0, 17
        syscall
