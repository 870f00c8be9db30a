# 2048 that only knows how to move to the right: the program.
#   jal run --files=. asm/rv32/rotate/main.s          (the log goes to output.txt)
#   jal run asm/rv32/rotate/main.s 7                  (no log; 7 is the seed of the random numbers)
# Keys: w a s d move, q quits. README.md says more.

.import "play.s"

.text

# main(argc, argv): the whole program.
#   a0 = argc, a1 = argv; argv[1], if it is there, is the seed
#   result: a0 = exit code: 0, or -1 (which the shell shows as 255) if the tiles do not add up
#   changes: a and t registers, the board, the log
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    jal  seed_random            # takes argc and argv as they are
    jal  play                   # its result is ours

    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
