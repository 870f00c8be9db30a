# Labels: numeric ones, the place, and long comments.
        .text
        .globl  _start
_start: j       1f
1:      j       1b          # back
        j       1f          # forwards
1:      j       1b
        beq     a0, a1, . + 8; nop /* in
   two lines */ ; nop
.Llocal: bnez   a0, .Llocal
with$dollar: j  with$dollar
        la      a0, 2f
2:      lla     a1, 2b
        .set    alias, _start + 4
        j       alias
        call    _start
        tail    _start
        .word   1b - _start
