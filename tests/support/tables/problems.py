"""What a refusal of the tables looks like."""

from __future__ import annotations


def check_problem(answer, status, code):
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/problem+json")
    problem = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"]
    return problem
