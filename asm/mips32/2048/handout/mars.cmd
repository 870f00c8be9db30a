@python "%~dp0mars" %*
