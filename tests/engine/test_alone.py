"""The engine's tests run without Django and without servers, so that mutation testing can run them."""

import ast
from pathlib import Path

import pytest

from tests import mutants

# Small tests of every kind of folder that there is below this one.
SOME = ("betting/pots_and_results/test_pots.py", "rulebook/test_cards.py", "chinese/rows/test_rows.py")


def test_the_tests_of_the_engine_run_where_django_cannot_be_imported():
    ran = mutants.run_alone(mutants.ROOT, *[f"tests/engine/{name}" for name in SOME])
    assert ran.returncode == mutants.PASSED, ran.stdout + ran.stderr


def test_every_test_of_the_engine_can_be_loaded_there():
    ran = mutants.run_alone(mutants.ROOT, "--collect-only", "tests/engine")
    assert ran.returncode == mutants.PASSED, ran.stdout[-4000:] + ran.stderr


def test_what_is_run_so_cannot_import_django(tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it():\n    import django\n")
    assert mutants.run_alone(tmp_path, "test_it.py").returncode == mutants.FAILED


@pytest.mark.parametrize("mutant", mutants.MUTANTS, ids=str)
def test_a_mutant_is_a_change_of_a_module_and_has_its_tests(mutant):
    source = (mutants.ROOT / "engine" / f"{mutant.module}.py").read_text(encoding="utf-8")
    changed = mutants.mutated(source, mutant)
    assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(source))
    assert (Path(__file__).parent / mutant.tests.partition("::")[0]).exists()


def test_a_mutant_that_no_test_notices_is_told(monkeypatch, capsys):
    none = mutants.Mutant(
        "betting/pots_and_results/pots",
        "to the last chip (RULES.md",
        "to the last penny (RULES.md",
        "rulebook/test_pots.py",
    )
    monkeypatch.setattr(mutants, "MUTANTS", (none,))
    assert mutants.main() == 1
    assert "rulebook/test_pots.py ended with 0" in capsys.readouterr().out
