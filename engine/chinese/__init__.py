"""Chinese poker and Open-Face Chinese: played, scored and settled (RULES.md S3).

`rows` knows rows, royalties, house rules and the games; `scoring` compares hands and turns points into chips; `arranger`
finds the best setting, `outlook` what boards that are not full yet come to; `play` is a hand as it is dealt and set. Callers
who play any game go through `engine.play.any_game`.
"""
