"""Every parser of what people send, and documents made to break it."""
