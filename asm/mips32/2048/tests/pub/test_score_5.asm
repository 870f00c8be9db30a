# merge: the worth is a whole word. It can be larger than any tile, and a new tile above
# 32767 does not count as negative.
#   jal run tests/pub/test_score_5.asm

        .data
row:            .word   0:6             # addresses of up to 6 fields
top:            .half   16384, 16384
largest:        .half   32767, 32767
many:           .half   32767, 32767, 32767, 32767, 20000, 20000
text_merges:    .asciiz "merges: "
text_worth:     .asciiz "worth: "

        .text
        .globl main

# main: the test. It does not return, but ends the program.
main:
        addiu   $sp, $sp, -16           # the 16 bytes that every caller leaves free
        la      $a0, top
        li      $a1, 2
        jal     try                     # merges 1, worth 32768

        la      $a0, largest
        li      $a1, 2
        jal     try                     # merges 1, worth 65534

        la      $a0, many
        li      $a1, 6
        jal     try                     # merges 3, worth 171068

        li      $v0, 10                 # exit
        syscall

# try: merges the tiles of a row and prints the results and the row.
#   $a0 = address of the first field
#   $a1 = number of fields
# Changes what any call may change.
try:
        addiu   $sp, $sp, -32
        sw      $ra, 28($sp)
        sw      $s2, 24($sp)
        sw      $s1, 20($sp)
        sw      $s0, 16($sp)
        move    $s0, $a0                # $s0 = the row
        move    $s1, $a1                # $s1 = its fields

        li      $a1, 2                  # from left to right
        move    $a2, $s1
        la      $a3, row
        jal     make_row

        la      $a0, row
        move    $a1, $s1
        jal     merge
        move    $s2, $v1                # the next call may change $v1
        move    $a1, $v0
        la      $a0, text_merges
        jal     print_labelled
        la      $a0, text_worth
        move    $a1, $s2
        jal     print_labelled

        move    $a0, $s0
        li      $a1, 1
        move    $a2, $s1
        jal     print_board_test

        lw      $s0, 16($sp)
        lw      $s1, 20($sp)
        lw      $s2, 24($sp)
        lw      $ra, 28($sp)
        addiu   $sp, $sp, 32
        jr      $ra

        .include "../test_utils.asm"
        .include "../../src/merge.asm"
