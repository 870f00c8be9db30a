# Lines of macros and of included files.
step
step
step
step
step
backtrace
info source
