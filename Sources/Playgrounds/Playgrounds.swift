// The `#Playground` macro, and how the blocks of a program are found and run.
