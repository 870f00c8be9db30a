# Registers, memory, the prompt, the program's output and its end.
stepi
print $pc
set var *(int *) &cell = 41
x/1dw &cell
monitor print cell[0]
monitor break add
continue
monitor print a0
monitor set s0 = 1
maintenance flush register-cache
continue
reverse-stepi
continue
continue
