"""Hands in PokerStars text as other programs write it: currencies, odd names, chat, rake, posts, mixes."""

from __future__ import annotations

HOLDEM = """PokerStars Zoom Hand #2300000001:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/03/09 20:15:07 CET [2024/03/09 14:15:07 ET]
Table 'Aurora Lake II' 6-max Seat #2 is the button
Seat 1: river: folds (x) ($10.05 in chips)
Seat 2: river ($8 in chips)
Seat 3: 鈴木 太郎 ($12.40 in chips)
Seat 4: he shows (4 in chips) ($9.95 in chips)
Seat 6: resting ($3 in chips) is sitting out
鈴木 太郎: posts small blind $0.05
he shows (4 in chips): posts big blind $0.10
*** HOLE CARDS ***
Dealt to river [Qh Qd]
river: folds (x) said, "river: folds"
river: folds (x): raises $0.20 to $0.30
resting has returned
river: raises $0.70 to $1
鈴木 太郎: folds
he shows (4 in chips): folds
river: folds (x): calls $0.70
*** FLOP *** [2c 7d 9h]
river: folds (x): checks
river: bets $1.05
river: folds (x): calls $1.05
*** TURN *** [2c 7d 9h] [Qs]
river: folds (x): checks
river: bets $2.95
river: folds (x): raises $5.05 to $8 and is all-in
river: calls $3 and is all-in
Uncalled bet ($2.05) returned to river: folds (x)
*** RIVER *** [2c 7d 9h Qs] [3s]
*** SHOW DOWN ***
river: folds (x): shows [9c 9s] (three of a kind, Nines)
river: shows [Qh Qd] (three of a kind, Queens)
river collected $15.42 from pot
river: folds (x) said, "nh"
*** SUMMARY ***
Total pot $16.15 | Rake $0.73
Board [2c 7d 9h Qs 3s]
Seat 1: river: folds (x) showed [9c 9s] and lost with three of a kind, Nines
Seat 2: river (button) showed [Qh Qd] and won ($15.42) with three of a kind, Queens
Seat 3: 鈴木 太郎 (small blind) folded before Flop
Seat 4: he shows (4 in chips) (big blind) folded before Flop
"""
POSTS = """PokerStars Hand #230000000002: Omaha Pot Limit (€0.50/€1.00 EUR) - 2024/07/01 9:00:00 UTC
Table 'Borealis' 6-max Seat #1 is the button
Seat 1: anna (€100 in chips)
Seat 2: ben (€54.25 in chips)
Seat 3: caro (€80 in chips)
Seat 4: dan (€40 in chips)
Seat 5: eva (€77 in chips)
ben: posts small blind €0.50
caro: posts big blind €1
eva: posts small & big blinds €1.50
fritz joins the table at seat #6
dan: is sitting out
*** HOLE CARDS ***
eva: checks
anna: folds
ben: calls €0.50
caro: checks
*** FLOP *** [Ah Kd 2c]
ben: checks
caro: checks
eva has timed out
eva: checks
*** TURN *** [Ah Kd 2c] [2d]
ben: bets €1
caro: folds
eva: folds
Uncalled bet (€1) returned to ben
ben collected €3.35 from pot
ben: doesn't show hand
*** SUMMARY ***
Total pot €3.50 | Rake €0.15
Board [Ah Kd 2c 2d]
Seat 1: anna (button) folded before Flop (didn't bet)
Seat 2: ben (small blind) collected (€3.35)
Seat 3: caro (big blind) folded on the Turn
Seat 5: eva folded on the Turn
"""
STUD = """PokerStars Hand #230000000003:  HORSE (7 Card Stud Limit, £1/£2 GBP) - 2024/07/01 9:00:00 ET
Table 'Cygnus' 8-max
Seat 1: anna (£40 in chips)
Seat 4: ben (£40 in chips)
Seat 7: caro (£40 in chips)
anna: posts the ante £0.15
ben: posts the ante £0.15
caro: posts the ante £0.15
*** 3rd STREET ***
Dealt to anna [2h]
Dealt to ben [As Ad 9c]
Dealt to caro [Kc]
anna: brings in for £0.50
ben: raises £0.50 to £1
caro: folds
anna: calls £0.50
*** 4th STREET ***
Dealt to anna [2h] [3h]
Dealt to ben [As Ad 9c] [9d]
ben: bets £1
anna: folds
Uncalled bet (£1) returned to ben
ben collected £2.35 from pot
ben: shows [As Ad 9c 9d] (two pair, Aces and Nines)
*** SUMMARY ***
Total pot £2.45 | Rake £0.10
Seat 1: anna folded on the 4th Street
Seat 4: ben collected (£2.35)
Seat 7: caro folded on the 3rd Street (didn't bet)
"""
DRAW = """PokerStars Hand #230000000004:  Triple Draw 2-7 Lowball Limit (2/4) - 2024/07/01 9:00:00 ET
Table 'Draco' 6-max (Play Money) Seat #1 is the button
Seat 1: anna (100 in chips)
Seat 2: ben (100 in chips)
anna: posts small blind 1
ben: posts big blind 2
*** DEALING HANDS ***
Dealt to anna [2h 3h 4d 8c Kc]
anna: calls 1
ben: checks
*** FIRST DRAW ***
ben: discards 3 cards
anna: discards 1 card [Kc]
Dealt to anna [2h 3h 4d 8c] [7c]
ben: checks
anna: bets 2
ben: calls 2
*** SECOND DRAW ***
ben: discards 1 card
anna: stands pat on [2h 3h 4d 8c 7c]
ben: checks
anna: checks
*** THIRD DRAW ***
ben: stands pat
anna: stands pat on [2h 3h 4d 8c 7c]
ben: checks
anna: checks
*** SHOW DOWN ***
ben: shows [2c 3c 4c 5s 9s] (Lo: 9,5,4,3,2)
anna: shows [2h 3h 4d 8c 7c] (Lo: 8,7,4,3,2)
anna collected 8 from pot
*** SUMMARY ***
Total pot 8 | Rake 0
Seat 1: anna (button) (small blind) showed [2h 3h 4d 8c 7c] and won (8) with Lo: 8,7,4,3,2
Seat 2: ben (big blind) showed [2c 3c 4c 5s 9s] and lost with Lo: 9,5,4,3,2
"""
SIDE_POTS = """PokerStars Hand #101:  Hold'em No Limit ($1/$2 USD) - 2024/03/09 14:15:07 ET
Table 'Aurora' 6-max Seat #3 is the button
Seat 1: a ($20 in chips)
Seat 2: b ($50 in chips)
Seat 3: c ($100 in chips)
a: posts small blind $1
b: posts big blind $2
*** HOLE CARDS ***
c: raises $98 to $100 and is all-in
a: calls $19 and is all-in
b: calls $48 and is all-in
Uncalled bet ($50) returned to c
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Qs]
*** RIVER *** [2c 7d 9h Qs] [3s]
*** SHOW DOWN ***
b: shows [Kh Kd] (a pair of Kings)
c: shows [Jh Jd] (a pair of Jacks)
b collected $58.50 from side pot
a: shows [Ah Ad] (a pair of Aces)
a collected $58.50 from main pot
*** SUMMARY ***
Total pot $120 Main pot $58.50. Side pot $58.50. | Rake $3
Board [2c 7d 9h Qs 3s]
Seat 1: a (small blind) showed [Ah Ad] and won ($58.50) with a pair of Aces
Seat 2: b (big blind) showed [Kh Kd] and won ($58.50) with a pair of Kings
Seat 3: c (button) showed [Jh Jd] and lost with a pair of Jacks
"""
NO_SMALL_BLIND = """PokerStars Hand #104:  Hold'em No Limit ($1/$2 USD) - 2024/03/09 14:15:07 ET
Table 'Aurora' 6-max Seat #3 is the button
Seat 1: a ($20 in chips)
Seat 2: b ($50 in chips)
Seat 4: c ($100 in chips)
Seat 5: d ($100 in chips)
a: posts big blind $2
b: posts small blind $1
b: posts big blind $2
*** HOLE CARDS ***
b: checks
c: folds
d: folds
a: raises $4 to $6
b: folds
Uncalled bet ($4) returned to a
a collected $5 from pot
a: doesn't show hand
*** SUMMARY ***
Total pot $5 | Rake $0
Seat 1: a (big blind) collected ($5)
Seat 2: b folded before Flop
Seat 4: c folded before Flop (didn't bet)
Seat 5: d folded before Flop (didn't bet)
"""
RUN_TWICE = """PokerStars Hand #230000000005:  Hold'em No Limit ($1/$2 USD) - 2024/07/01 9:00:00 ET
Table 'Eridanus' 6-max Seat #1 is the button
Seat 1: anna ($100 in chips)
Seat 2: ben ($40 in chips)
Seat 3: caro ($200 in chips)
ben: posts small blind $1
caro: posts big blind $2
*** HOLE CARDS ***
anna: folds
ben: raises $4 to $6
caro: calls $4
*** FLOP *** [2c 7d 9h]
ben: bets $34 and is all-in
caro: calls $34
*** FIRST TURN *** [2c 7d 9h] [Qs]
*** FIRST RIVER *** [2c 7d 9h Qs] [3s]
*** SECOND TURN *** [2c 7d 9h] [Kd]
*** SECOND RIVER *** [2c 7d 9h Kd] [4s]
*** FIRST SHOW DOWN ***
ben: shows [9c 9s] (three of a kind, Nines)
caro: shows [Kh Kc] (a pair of Kings)
ben collected $39 from pot
*** SECOND SHOW DOWN ***
ben: shows [9c 9s] (three of a kind, Nines)
caro: shows [Kh Kc] (three of a kind, Kings)
caro collected $39 from pot
*** SUMMARY ***
Total pot $80 | Rake $2
Hand was run twice
FIRST Board [2c 7d 9h Qs 3s]
SECOND Board [2c 7d 9h Kd 4s]
Seat 1: anna (button) folded before Flop (didn't bet)
Seat 2: ben (small blind) showed [9c 9s] and won ($39) with three of a kind, Nines, and lost with three of a kind, Nines
Seat 3: caro (big blind) showed [Kh Kc] and lost with a pair of Kings, and won ($39) with three of a kind, Kings
"""
