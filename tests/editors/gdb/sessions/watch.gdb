# Accesses, forward and back.
watch *(int *) &cell
continue
continue
reverse-continue
reverse-continue
delete
rwatch *(int *) &cell
continue
reverse-continue
delete
awatch *(int *) &cell
continue
continue
reverse-continue
