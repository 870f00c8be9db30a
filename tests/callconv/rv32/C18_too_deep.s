# C18: more open calls than can be followed.
# expect: CC0502 calls line 11
# options: --max-steps 3000000

main:
    jal  down
    li   a0, 10                     # exit
    ecall
down:
    mv   t0, ra
    jal  down
    jr   t0
