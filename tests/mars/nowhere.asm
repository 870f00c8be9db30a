        lw   $t0, 0($zero)
