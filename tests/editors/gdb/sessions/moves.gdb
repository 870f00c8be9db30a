# Forward and back, by instruction, line and breakpoint.
break *add
continue
backtrace
info registers pc
stepi
next
reverse-step
reverse-stepi
continue
info line
reverse-continue
continue
finish
continue
stepi
reverse-finish
delete
tbreak 12
continue
step
