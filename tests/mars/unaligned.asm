        lw   $t0, 1($gp)
