        j    one
        la   $t0, two
