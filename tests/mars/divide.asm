        div  $t0, $t1, $zero
