# C03: a word at any address takes two loads, each of which keeps what the other has loaded.
# expect: no finding

        .data
bytes:  .byte   0, 1, 2, 3, 4, 5, 6, 7
        .text
main:
        jal     read
        move    $a0, $v0
        li      $v0, 1                  # print the number
        syscall
        li      $v0, 10                 # exit
        syscall

read:
        la      $t1, bytes
        ulw     $v0, 1($t1)
        usw     $v0, 3($t1)
        jr      $ra
