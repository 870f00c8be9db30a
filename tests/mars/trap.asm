        teq  $zero, $zero
