        jr   $ra
