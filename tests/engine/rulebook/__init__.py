"""The rulebook, told as stories: a file a subject, a test a rule, and the rule's number in the test's name.

What should happen is worked out by hand from the rule's words; `choices` sees to it that each house rule is told on
every one of its choices, `test_numbers` that no rule is left out.
"""
