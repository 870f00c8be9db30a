	.file	1 "switches.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32r2
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	write_bytes
	.type	write_bytes, @function
write_bytes:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	sw	$5,12($fp)
	li	$4,1			# 0x1
	lw	$5,8($fp)
	lw	$6,12($fp)
	li	$2,4004			# 0xfa4
#APP
 # 19 "../c/io.h" 1
	syscall
 # 0 "" 2
#NO_APP
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	.end	write_bytes
	.size	write_bytes, .-write_bytes
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	text_length
	.type	text_length, @function
text_length:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	sw	$0,0($fp)
	b	$L4
	nop

$L5:
	lw	$2,0($fp)
	addiu	$2,$2,1
	sw	$2,0($fp)
$L4:
	lw	$2,0($fp)
	lw	$3,16($fp)
	addu	$2,$3,$2
	lb	$2,0($2)
	bne	$2,$0,$L5
	nop

	lw	$2,0($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	text_length
	.size	text_length, .-text_length
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put
	.type	put, @function
put:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	lw	$4,24($fp)
	jal	text_length
	nop

	move	$5,$2
	lw	$4,24($fp)
	jal	write_bytes
	nop

	nop
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	put
	.size	put, .-put
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put_unsigned
	.type	put_unsigned, @function
put_unsigned:
	.frame	$fp,72,$31		# vars= 48, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-72
	sw	$31,68($sp)
	sw	$fp,64($sp)
	move	$fp,$sp
	sw	$4,72($fp)
	sw	$5,76($fp)
	li	$2,33			# 0x21
	sw	$2,16($fp)
	lw	$2,16($fp)
	addiu	$3,$fp,16
	addu	$2,$3,$2
	sb	$0,8($2)
$L11:
	lw	$3,72($fp)
	lw	$2,76($fp)
	teq	$2,$0,7
	divu	$0,$3,$2
	mfhi	$2
	sw	$2,20($fp)
	lw	$2,20($fp)
	sltu	$2,$2,10
	beq	$2,$0,$L9
	nop

	lw	$2,20($fp)
	andi	$2,$2,0x00ff
	addiu	$2,$2,48
	andi	$2,$2,0x00ff
	seb	$2,$2
	b	$L10
	nop

$L9:
	lw	$2,20($fp)
	andi	$2,$2,0x00ff
	addiu	$2,$2,87
	andi	$2,$2,0x00ff
	seb	$2,$2
$L10:
	lw	$3,16($fp)
	addiu	$3,$3,-1
	sw	$3,16($fp)
	lw	$3,16($fp)
	addiu	$4,$fp,16
	addu	$3,$4,$3
	sb	$2,8($3)
	lw	$3,72($fp)
	lw	$2,76($fp)
	teq	$2,$0,7
	divu	$0,$3,$2
	mfhi	$2
	mflo	$2
	sw	$2,72($fp)
	lw	$2,72($fp)
	bne	$2,$0,$L11
	nop

	lw	$2,16($fp)
	addiu	$3,$fp,24
	addu	$2,$3,$2
	move	$4,$2
	jal	put
	nop

	nop
	move	$sp,$fp
	lw	$31,68($sp)
	lw	$fp,64($sp)
	addiu	$sp,$sp,72
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	put_unsigned
	.size	put_unsigned, .-put_unsigned
	.rdata
	.align	2
$LC0:
	.ascii	"-\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put_int
	.type	put_int, @function
put_int:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	lw	$2,24($fp)
	bgez	$2,$L13
	nop

	lui	$2,%hi($LC0)
	addiu	$4,$2,%lo($LC0)
	jal	put
	nop

	lw	$2,24($fp)
	subu	$2,$0,$2
	li	$5,10			# 0xa
	move	$4,$2
	jal	put_unsigned
	nop

	b	$L15
	nop

$L13:
	lw	$2,24($fp)
	li	$5,10			# 0xa
	move	$4,$2
	jal	put_unsigned
	nop

$L15:
	nop
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	put_int
	.size	put_int, .-put_int
	.rdata
	.align	2
$LC1:
	.ascii	"=\000"
	.align	2
$LC2:
	.ascii	"\012\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	line_int
	.type	line_int, @function
line_int:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	sw	$5,28($fp)
	lw	$4,24($fp)
	jal	put
	nop

	lui	$2,%hi($LC1)
	addiu	$4,$2,%lo($LC1)
	jal	put
	nop

	lw	$4,28($fp)
	jal	put_int
	nop

	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	put
	nop

	nop
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	line_int
	.size	line_int, .-line_int
	.rdata
	.align	2
$LC3:
	.ascii	"=0x\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	line_hex
	.type	line_hex, @function
line_hex:
	.frame	$fp,24,$31		# vars= 0, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-24
	sw	$31,20($sp)
	sw	$fp,16($sp)
	move	$fp,$sp
	sw	$4,24($fp)
	sw	$5,28($fp)
	lw	$4,24($fp)
	jal	put
	nop

	lui	$2,%hi($LC3)
	addiu	$4,$2,%lo($LC3)
	jal	put
	nop

	li	$5,16			# 0x10
	lw	$4,28($fp)
	jal	put_unsigned
	nop

	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	put
	nop

	nop
	move	$sp,$fp
	lw	$31,20($sp)
	lw	$fp,16($sp)
	addiu	$sp,$sp,24
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	line_hex
	.size	line_hex, .-line_hex
	.align	2
	.weak	memcpy
	.set	nomips16
	.set	nomicromips
	.ent	memcpy
	.type	memcpy, @function
memcpy:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	sw	$5,20($fp)
	sw	$6,24($fp)
	lw	$2,16($fp)
	sw	$2,0($fp)
	lw	$2,20($fp)
	sw	$2,4($fp)
	b	$L19
	nop

$L20:
	lw	$3,4($fp)
	addiu	$2,$3,1
	sw	$2,4($fp)
	lw	$2,0($fp)
	addiu	$4,$2,1
	sw	$4,0($fp)
	lbu	$3,0($3)
	sb	$3,0($2)
$L19:
	lw	$2,24($fp)
	addiu	$3,$2,-1
	sw	$3,24($fp)
	bne	$2,$0,$L20
	nop

	lw	$2,16($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memcpy
	.size	memcpy, .-memcpy
	.align	2
	.weak	memset
	.set	nomips16
	.set	nomicromips
	.ent	memset
	.type	memset, @function
memset:
	.frame	$fp,16,$31		# vars= 8, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sw	$fp,12($sp)
	move	$fp,$sp
	sw	$4,16($fp)
	sw	$5,20($fp)
	sw	$6,24($fp)
	lw	$2,16($fp)
	sw	$2,0($fp)
	b	$L23
	nop

$L24:
	lw	$2,0($fp)
	addiu	$3,$2,1
	sw	$3,0($fp)
	lw	$3,20($fp)
	andi	$3,$3,0x00ff
	sb	$3,0($2)
$L23:
	lw	$2,24($fp)
	addiu	$3,$2,-1
	sw	$3,24($fp)
	bne	$2,$0,$L24
	nop

	lw	$2,16($fp)
	move	$sp,$fp
	lw	$fp,12($sp)
	addiu	$sp,$sp,16
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memset
	.size	memset, .-memset
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	dense
	.type	dense, @function
dense:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	lw	$2,8($fp)
	sltu	$2,$2,9
	beq	$2,$0,$L27
	nop

	lw	$2,8($fp)
	sll	$3,$2,2
	lui	$2,%hi($L29)
	addiu	$2,$2,%lo($L29)
	addu	$2,$3,$2
	lw	$2,0($2)
	jr	$2
	nop

	.rdata
	.align	2
	.align	2
$L29:
	.word	$L36
	.word	$L35
	.word	$L34
	.word	$L33
	.word	$L32
	.word	$L31
	.word	$L30
	.word	$L27
	.word	$L28
	.text
$L36:
	li	$2,11			# 0xb
	b	$L37
	nop

$L35:
	li	$2,22			# 0x16
	b	$L37
	nop

$L34:
	li	$2,33			# 0x21
	b	$L37
	nop

$L33:
	li	$2,5			# 0x5
	b	$L37
	nop

$L32:
	lw	$3,8($fp)
	li	$2,100			# 0x64
	mul	$2,$3,$2
	b	$L37
	nop

$L31:
	li	$2,7			# 0x7
	b	$L37
	nop

$L30:
	li	$2,-1			# 0xffffffffffffffff
	b	$L37
	nop

$L28:
	li	$2,80			# 0x50
	b	$L37
	nop

$L27:
	li	$2,99			# 0x63
$L37:
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	dense
	.size	dense, .-dense
	.rdata
	.align	2
$LC4:
	.ascii	"low\000"
	.align	2
$LC5:
	.ascii	"zero\000"
	.align	2
$LC6:
	.ascii	"seven\000"
	.align	2
$LC7:
	.ascii	"high\000"
	.align	2
$LC8:
	.ascii	"other\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	sparse
	.type	sparse, @function
sparse:
	.frame	$fp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x40000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-8
	sw	$fp,4($sp)
	move	$fp,$sp
	sw	$4,8($fp)
	lw	$3,8($fp)
	li	$2,65536			# 0x10000
	ori	$2,$2,0x86a0
	beq	$3,$2,$L39
	nop

	lw	$3,8($fp)
	li	$2,65536			# 0x10000
	ori	$2,$2,0x86a1
	slt	$2,$3,$2
	beq	$2,$0,$L40
	nop

	lw	$3,8($fp)
	li	$2,77			# 0x4d
	beq	$3,$2,$L41
	nop

	lw	$2,8($fp)
	slt	$2,$2,78
	beq	$2,$0,$L40
	nop

	lw	$3,8($fp)
	li	$2,-1000			# 0xfffffffffffffc18
	beq	$3,$2,$L42
	nop

	lw	$2,8($fp)
	beq	$2,$0,$L43
	nop

	b	$L40
	nop

$L42:
	lui	$2,%hi($LC4)
	addiu	$2,$2,%lo($LC4)
	b	$L44
	nop

$L43:
	lui	$2,%hi($LC5)
	addiu	$2,$2,%lo($LC5)
	b	$L44
	nop

$L41:
	lui	$2,%hi($LC6)
	addiu	$2,$2,%lo($LC6)
	b	$L44
	nop

$L39:
	lui	$2,%hi($LC7)
	addiu	$2,$2,%lo($LC7)
	b	$L44
	nop

$L40:
	lui	$2,%hi($LC8)
	addiu	$2,$2,%lo($LC8)
$L44:
	move	$sp,$fp
	lw	$fp,4($sp)
	addiu	$sp,$sp,8
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	sparse
	.size	sparse, .-sparse
	.rdata
	.align	2
$LC9:
	.ascii	"dense\000"
	.text
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$fp,56,$31		# vars= 32, regs= 2/0, args= 16, gp= 0
	.mask	0xc0000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-56
	sw	$31,52($sp)
	sw	$fp,48($sp)
	move	$fp,$sp
	li	$2,-1			# 0xffffffffffffffff
	sw	$2,16($fp)
	b	$L46
	nop

$L47:
	lw	$4,16($fp)
	jal	dense
	nop

	move	$5,$2
	lui	$2,%hi($LC9)
	addiu	$4,$2,%lo($LC9)
	jal	line_int
	nop

	lw	$2,16($fp)
	addiu	$2,$2,1
	sw	$2,16($fp)
$L46:
	lw	$2,16($fp)
	slt	$2,$2,10
	bne	$2,$0,$L47
	nop

	li	$2,-1000			# 0xfffffffffffffc18
	sw	$2,24($fp)
	sw	$0,28($fp)
	li	$2,77			# 0x4d
	sw	$2,32($fp)
	li	$2,65536			# 0x10000
	ori	$2,$2,0x86a0
	sw	$2,36($fp)
	li	$2,5			# 0x5
	sw	$2,40($fp)
	sw	$0,20($fp)
	b	$L48
	nop

$L49:
	lw	$2,20($fp)
	sll	$2,$2,2
	addiu	$3,$fp,16
	addu	$2,$3,$2
	lw	$2,8($2)
	move	$4,$2
	jal	sparse
	nop

	move	$4,$2
	jal	put
	nop

	lui	$2,%hi($LC2)
	addiu	$4,$2,%lo($LC2)
	jal	put
	nop

	lw	$2,20($fp)
	addiu	$2,$2,1
	sw	$2,20($fp)
$L48:
	lw	$2,20($fp)
	slt	$2,$2,5
	bne	$2,$0,$L49
	nop

	li	$4,4			# 0x4
	jal	dense
	nop

	andi	$2,$2,0xff
	move	$sp,$fp
	lw	$31,52($sp)
	lw	$fp,48($sp)
	addiu	$sp,$sp,56
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
