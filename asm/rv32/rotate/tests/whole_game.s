# A whole game, to the end. What follows in the input is not read: the next character is printed.
#   jal run tests/whole_game.s 30 < tests/whole_game.in

.import "../play.s"

.text

# main(argc, argv): plays with the seed of the argument, then prints the next character.
#   a0 = argc, a1 = argv
#   result: a0 = what play gives
#   changes: a and t registers, the board
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    jal  seed_random            # takes argc and argv as they are
    jal  play
    mv   t0, a0

    li   a0, 12                 # read a character
    ecall
    mv   a1, a0
    li   a0, 11                 # print the character in a1
    ecall
    li   a0, 11
    li   a1, '\n'
    ecall

    mv   a0, t0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
