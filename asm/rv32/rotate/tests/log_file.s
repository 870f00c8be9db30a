# The log: plays two short games, and prints output.txt after each of them. The second game begins a
# new log.
#   jal run --files=. tests/log_file.s < tests/log_file.in

.import "../play.s"
.import "print_log.s"

.text

# main(argc, argv): plays and prints, twice.
#   result: a0 = 0
#   changes: a and t registers, the board, the log
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    jal  play
    jal  print_log
    jal  play
    jal  print_log

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
