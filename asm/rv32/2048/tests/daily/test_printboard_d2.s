# printboard keeps the saved registers and the stack pointer of its caller,
# relies on no other register, and does not change the board.
#   jal run tests/daily/test_printboard_d2.s
.import ../../src/printboard.s
.import ../test_utils.s
.globl main

.data
.align 2
stack:      .space 4                # the stack pointer before the call
board:      .half 0, 1, 0, 1
            .half 16, 0, 16, 0
            .half 0, 256, 0, 256
            .half 4096, 0, 4096, 0
copy:       .half 0, 1, 0, 1
            .half 16, 0, 16, 0
            .half 0, 256, 0, 256
            .half 4096, 0, 4096, 0
text_saved: .string "saved registers kept: "
.align 2                            # the next file's data begins at a word

.text
# main: the test. It does not return, but ends the program.
main:
    li   s0, 100100                 # values that the call must keep
    li   s1, 100101
    li   s2, 100102
    li   s3, 100103
    li   s4, 100104
    li   s5, 100105
    li   s6, 100106
    li   s7, 100107
    li   s8, 100108
    li   s9, 100109
    li   s10, 100110
    li   s11, 100111
    la   t0, stack
    sw   sp, 0(t0)                  # it must keep the stack pointer, too

    li   t0, -101                   # junk, on which nothing may rely
    li   t1, -102
    li   t2, -103
    li   t3, -104
    li   t4, -105
    li   t5, -106
    li   t6, -107
    li   a1, -108
    li   a2, -109
    li   a3, -110
    li   a4, -111
    li   a5, -112
    li   a6, -113
    li   a7, -114

    la   a0, board
    jal  printboard

    li   t0, 100100                 # is every one of them as it was?
    bne  s0, t0, lost
    li   t0, 100101
    bne  s1, t0, lost
    li   t0, 100102
    bne  s2, t0, lost
    li   t0, 100103
    bne  s3, t0, lost
    li   t0, 100104
    bne  s4, t0, lost
    li   t0, 100105
    bne  s5, t0, lost
    li   t0, 100106
    bne  s6, t0, lost
    li   t0, 100107
    bne  s7, t0, lost
    li   t0, 100108
    bne  s8, t0, lost
    li   t0, 100109
    bne  s9, t0, lost
    li   t0, 100110
    bne  s10, t0, lost
    li   t0, 100111
    bne  s11, t0, lost
    la   t0, stack
    lw   t0, 0(t0)
    bne  sp, t0, lost
    li   a1, 1
    j    tell

lost:
    li   a1, 0

tell:
    la   a0, text_saved
    jal  print_labelled

    la   a0, board                  # the board is as before
    la   a1, copy
    li   a2, 16
    jal  assert_eq_board

    li   a0, 10                     # exit
    ecall
