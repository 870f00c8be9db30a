        li   $t0, 1
        b    end
        li   $t0, 2
        li   $t0, 3
end:    nop
