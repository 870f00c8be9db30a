        li   $t0, 1
        li   $t1, 2
        add  $t2, $t0, $t1
