# Is the game won?
#   Imported by main.s; tested by tests/pub/test_check_win_*.s
.globl check_victory

.text
# check_victory: looks for a tile of value 2048.
#   a0 = address of the board, an array of unsigned half-words
#   a1 = number of its fields
# Result:
#   a0 = 1 if some tile is 2048, otherwise 0
# The board stays as it is.
check_victory:
    li   t0, 2048                   # the value that wins

check_victory_loop:
    beqz a1, check_victory_none     # no field is left
    lhu  t1, 0(a0)
    beq  t1, t0, check_victory_found
    addi a0, a0, 2                  # a field takes two bytes
    addi a1, a1, -1
    j    check_victory_loop

check_victory_found:
    li   a0, 1
    ret

check_victory_none:
    li   a0, 0
    ret
