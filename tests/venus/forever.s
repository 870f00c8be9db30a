# Never ends.
loop: j loop
