# Random numbers that are the same for the same seed. Part of main.s.

.data
.globl random_state
random_state: .word 2048        # the seed, if the player gives none

.text

# seed_random(argc, argv): takes the seed from the first argument, if there is one.
#   a0 = argc, a1 = argv (argv[0] is the name of the program)
#   changes: a0, a1, t0, random_state
.globl seed_random
seed_random:
    li   t0, 2
    blt  a0, t0, seed_random_end

    lw   a1, 4(a1)              # argv[1]
    li   a0, 5                  # the number that the string at a1 spells
    ecall
    la   t0, random_state
    sw   a0, 0(t0)
seed_random_end:
    ret

# random(bound): a random number from 0 to bound - 1.
#   a0 = bound, at least 1
#   result: a0 = the number
#   changes: t0, t1, t2, random_state
.globl random
random:
    la   t0, random_state
    lw   t1, 0(t0)

    li   t2, 1664525            # state = state * 1664525 + 1013904223, modulo 2^32
    mul  t1, t1, t2
    li   t2, 1013904223
    add  t1, t1, t2
    sw   t1, 0(t0)

    srli t1, t1, 16             # the low bits of such numbers repeat soon: the high ones are better
    remu a0, t1, a0
    ret
