// A file of the consumer's own, whose name Banyan must not take for one of its headers.
#error "Banyan's headers include a file of the program that uses them."
