    foo   # first
    bar
