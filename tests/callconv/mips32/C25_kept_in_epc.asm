# C25: an exception changes EPC at any time. Status is for programs, too.
# expect: CC0401 EPC line 12

main:
        jal     first
        li      $v0, 10                 # exit
        syscall

first:
        li      $t0, 5
        mtc0    $t0, $14
        mfc0    $t1, $14
        bgtz    $t1, on
on:
        mfc0    $t2, $12
        bgtz    $t2, back
back:
        jr      $ra
