        li   $t0, 0x00400100
        jr   $t0                        # there is no instruction: the end
