# Runs off the end with a0 = 300.
    li a0, 300
