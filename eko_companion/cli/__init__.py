"""The commands of the program, one module each; `main` finds the right one."""
