# A seed of more than 32 bits counts modulo 2^32: this one is 7, as in upper_case.
#   jal run tests/game/seed_large.asm 4294967303 <tests/game/seed_large.in

        .include "../../src/main.asm"
