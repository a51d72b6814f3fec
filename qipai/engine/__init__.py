"""What every game is made of: the contract, the compiler's door, the generator, the checks."""
