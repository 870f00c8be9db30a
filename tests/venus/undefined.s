jal undefinedlabel
la a0 another
