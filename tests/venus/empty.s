# Nothing to run.
