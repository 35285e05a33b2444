"""What is said in a tournament: by whoever is entered, and by spectators apart, as at tables (`tables.chat`).

Who speaks there and reads it when belongs here, with its addresses on pages and in the API.
"""
