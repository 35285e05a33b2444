"""Chinese poker and Open-Face Chinese: rows, royalties, jokers, naturals, fantasyland, points and chips (RULES.md S3).

`rules` declares what a house may choose; `profile` prepares that for scoring; `scoring` compares hands; `payment` and
`rake` turn points into chips; `cases` reads files of scored hands.
"""
