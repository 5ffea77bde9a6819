"""What is built once and kept, whole or not at all, under keys of what it was made from."""
