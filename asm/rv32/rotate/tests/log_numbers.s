# The log with numbers of all lengths. What is written after it was closed is lost.
#   jal run --files=. tests/log_numbers.s

.import "../play.s"
.import "print_log.s"

.data
numbers: .word 0, 7, 10, 99, 2048, 131072, -1, -10, 2147483647, -2147483648
numbers_end:

.text

# main(argc, argv): writes the numbers, one a line, closes the log, and prints it.
#   result: a0 = 0
#   changes: a and t registers, the log
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)

    jal  open_log
    la   s0, numbers            # s0 = address of the number at hand
main_number:
    lw   a0, 0(s0)
    li   a1, '\n'
    jal  log_number
    addi s0, s0, 4
    la   t0, numbers_end
    bne  s0, t0, main_number

    jal  close_log
    li   a0, 5
    li   a1, '\n'
    jal  log_number             # nobody listens
    jal  close_log              # once more does no harm
    jal  print_log

    li   a0, 0
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
