"""Chinese poker and Open-Face Chinese: played, scored and settled (RULES.md S3).

`games` is the catalogue, `rules` what a house may choose, `profile` prepares that for scoring; `start` says who is dealt
what, `hand` deals and asks, `placing` what is asked; `scoring` compares hands, `payment` and `rake` turn points into
chips, `results` bring it together; `view` is what a seat may see, `transcript` a hand as text; `cases` reads files of
scored hands; `arranger` finds the best setting of a hand. Callers who play any game go through `engine.play.catalogue`.
"""
