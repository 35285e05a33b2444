# One word before every commit.
check: lint types imports schema scripts test

lint:
    uv run ruff check .
    uv run ruff format --check .
    uv run djangofmt --check templates
    uv run djangofmt check templates
    npm run --silent lint

# Code, templates, style sheets and scripts as the formatters want them.
format:
    uv run ruff format .
    uv run djangofmt templates
    npm run --silent format

types:
    uv run mypy .
    npm run --silent types

imports:
    uv run lint-imports

# The API's schema: made without a warning, sound, and without anything that a linter would say of it.
schema:
    mkdir -p var
    uv run manage.py spectacular --format openapi-json --validate --fail-on-warn --file var/openapi.json
    npm run --silent schema

# The typed clients, made from the schema: the Python package and its wheel in var/clients, the types for TypeScript.
clients:
    uv run python -m clients.make

# The pages' scripts, by Node's own test runner.
scripts:
    npm test --silent

test *arguments:
    uv run pytest {{arguments}}

# Every endpoint asked hundreds of times by the API's own schema, otherwise every time; `FUZZ_EXAMPLES=2000 just fuzz -k cashier`.
fuzz *arguments:
    FUZZ_EXAMPLES=${FUZZ_EXAMPLES:-300} uv run pytest -n 0 --hypothesis-profile=search tests/test_schema.py {{arguments}}

# Random evenings of a tournament's floor: everything is in order, or the list of what to do leads there; `FLOOR_RUNS=2000 just floor`.
floor *arguments:
    FLOOR_RUNS=${FLOOR_RUNS:-300} uv run pytest --hypothesis-profile=thorough tests/tournaments/floor/test_order_laws.py tests/tournaments/floor/test_wide_order_laws.py {{arguments}}

# Every law with all its examples, every sweep whole: as the CI does after the tests, and as a machine may at night.
thorough *arguments:
    uv run pytest --hypothesis-profile=thorough -m "hypothesis or sweep" {{arguments}}

# A hundred thousand boards of each Chinese house against the oracle of the tests.
soak *arguments:
    uv run python -m tests.engine.chinese.soak {{arguments}}

# A hundred thousand hands of everything accepted, over all games, by the laws and the model of who acts when; `just hands --seed 2`.
hands *arguments:
    uv run python -m tests.engine.soak {{arguments}}

# Kinds of fault at random moments while tables play; `just faults --runs 200 --seed 1`, `--kinds disk-full`, `--several`, `--resume` goes on.
faults *arguments:
    uv run manage.py faults {{arguments}}

# What fpdb, a tracker that is run as a program of its own, understands of our PokerStars text; `just fpdb FOLDER --python PYTHON --hands 1000 holdem`.
fpdb *arguments:
    uv run python -m tests.engine.notation.pokerstars.in_fpdb {{arguments}}

up *arguments:
    uv run manage.py up {{arguments}}

# A few mutants picked by hand, as the CI runs them: each must make a test fail.
mutants:
    uv run python -m tests.mutants

# The engine as a library of its own, `cardhouse-engine`, in dist/ (docs/engine/versions.md): plain, and compiled where there is a C compiler.
engine-wheel:
    uv build --quiet --wheel engine --out-dir dist
    if command -v cc >/dev/null; then CARDHOUSE_ENGINE_COMPILED=1 uv build --quiet --wheel engine --out-dir dist; else echo "no C compiler: the plain wheel alone"; fi

# What tests do not notice (docs/mutation.md): pots, betting, results, rankings; or the mutants of a pattern.
mutation *patterns:
    uv run --group mutation mutmut run {{patterns}}
    uv run --group mutation mutmut results

# Taps and seconds of hands with real cards, beside what is aimed at.
entering *arguments:
    uv run pytest -n 0 -q -s tests/browser/entering.py {{arguments}}

# A club's whole night in a browser, from an empty club to its backup: taps and seconds beside what is aimed at; `--language ja`.
whole-night *arguments:
    uv run python -m tests.bench.whole_night {{arguments}}

# Pictures of a club's pages, as everybody who uses them, in both languages and both sizes; `just page-pictures --backup night.tar`.
page-pictures *arguments:
    uv run python -m tests.bench.page_pictures {{arguments}}

# Frames of a hand every 100 ms, with its motion, on sheets in var/frames, and its layout shift; `just frames holdem`.
frames *arguments:
    uv run python -m tests.bench.frames {{arguments}}

# Lighthouse on lobby, table, clock and account, as a phone and a desk; `just lighthouse --only /tables/`.
lighthouse *arguments:
    uv run python -m tests.bench.lighthouse {{arguments}}

# The engine compiled by mypyc, beside the same source in Python: hands a second by game.
compiled:
    uv run --group compiled --group peers python -m tests.bench.compiled_engine

# The compiled wheel in a folder that is thrown away, and the engine's tests on it; `just compiled-tests tests/engine/betting`.
compiled-tests *arguments:
    uv run --group compiled python -m tests.engine_wheel {{arguments}}

bench *arguments:
    uv run manage.py bench {{arguments}}

# The figures of another commit and of this one in one table, each bench for both in turn; `just bench-beside COMMIT ledger replay`.
bench-beside *arguments:
    uv run python -m tests.bench.beside {{arguments}}

# The operator's manual as a site in var/manual; a dead link, or a page outside its menu, fails.
manual:
    uv run properdocs build --strict -f docs/manual.yml

# The manual's pictures, in both languages, of a demo club that is opened for them.
pictures:
    uv run python -m tests.manual_pictures

messages:
    uv run manage.py makemessages --locale ja --ignore .venv --ignore var --add-location file --no-wrap --no-obsolete
    uv run manage.py compilemessages --ignore .venv

# What computer players of each level win from the level below (docs/computer_players.md): hands of each game; or GAME HANDS.
computer-players *arguments:
    uv run python -m tests.bench.computer_players {{arguments}}

# What the signs of dishonest play say of honest evenings, and find of planted cheats (docs/integrity.md); `… HONEST PLANTED SEED`.
integrity *arguments:
    uv run python -m tests.bench.integrity {{arguments}}

# The computer player of open-face games against the former one, every deal twice: points, fouls, fantasyland; `… ofc-pineapple 10000`.
open-face *arguments:
    uv run python -m tests.bench.open_face duel {{arguments}}

# What the image installs, pinned with hashes; after a change of pyproject's dependencies.
lock:
    uv export --quiet --no-dev --no-emit-project --no-header --no-annotate --format requirements.txt --output-file requirements.lock

# Everything that is installed, looked up among known vulnerabilities; says so where no source of them answers (3).
advisories:
    uv run --group advisories python -m tests.advisories

# The bill of materials of what is installed for the club (CycloneDX).
sbom path="var/sbom.json":
    uv export --quiet --no-dev --format cyclonedx1.5 --output-file {{path}}
