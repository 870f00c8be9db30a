# What the tests of the log print it with. Not a test itself.

.data
log_copy_name: .string "output.txt"
log_rule:      .string "-- output.txt --\n"
log_unread:    .string "cannot be read\n"
.align 2                        # the words of the next file shall lie at multiples of 4

.text

# print_log(): prints the file byte by byte.
#   changes: a0 to a3, t0
.globl print_log
print_log:
    addi sp, sp, -16            # 0(sp) is the byte at hand
    sw   zero, 0(sp)

    li   a0, 4                  # print the string at a1
    la   a1, log_rule
    ecall

    li   a0, 13                 # open the file named at a1
    la   a1, log_copy_name
    li   a2, 0                  # for reading
    ecall
    bltz a0, print_log_unread
    mv   t0, a0                 # its number

print_log_byte:
    li   a0, 14                 # read from file a1 to address a2, a3 bytes
    mv   a1, t0
    mv   a2, sp
    li   a3, 1
    ecall
    blez a0, print_log_close    # nothing is left
    lbu  a1, 0(sp)
    li   a0, 11                 # print the character in a1
    ecall
    j    print_log_byte

print_log_close:
    li   a0, 16                 # close the file a1
    mv   a1, t0
    ecall
    j    print_log_end

print_log_unread:
    li   a0, 4                  # print the string at a1
    la   a1, log_unread
    ecall
print_log_end:
    addi sp, sp, 16
    ret
