@python "%~dp0venus" %*
