# C21: the kernel may change $k0 and $k1 between any two instructions. To write them is a warning, to
# rely on them is wrong.
# expect: CC0401 $k0 line 17
# expect: CC0401 $k0 line 19
# expect: CC0401 $k1 line 24
# expect: CC0401 $k1 line 26

main:
        li      $a0, 5
        jal     first
        move    $a0, $v0
        jal     second
        li      $v0, 10                 # exit
        syscall

first:
        move    $k0, $a0
        addu    $v0, $a0, $a0
        bgtz    $k0, up
up:
        jr      $ra

second:
        move    $k1, $s0
        move    $s0, $a0
        move    $s0, $k1
        jr      $ra
