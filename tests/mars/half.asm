        sh   $t0, 1($gp)
