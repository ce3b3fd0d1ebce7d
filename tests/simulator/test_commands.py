"""The command `lf-simulator`: what it prints, how it ends, and what it says of a mistake."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import serving
from lf_simulator.__main__ import COMMANDS, main
from lf_simulator.commands.listing import ROWS
from lf_simulator.profiles import BUILDS, PROFILES, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

COMMAND = [sys.executable, "-m", "lf_simulator"]
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}

Ended = tuple[int, str, str]


@pytest.fixture
def lf_simulator(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Runs the command in this process; the answer is its exit code, stdout and stderr."""
    for name in [name for name in os.environ if name.startswith("LF_")]:
        monkeypatch.delenv(name)

    def command(*arguments: str | Path) -> Ended:
        monkeypatch.setattr(sys, "argv", ["lf-simulator", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        assert isinstance(code, int)
        out, err = capfd.readouterr()
        return code, out, err

    return command


@contextlib.contextmanager
def serving_process(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """`lf-simulator serve` in a process of its own, and the lines that it printed until it was ready."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None
    with process:
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("ready "):
                break
        try:
            yield process, lines
        finally:
            process.kill()


# serve


def test_serve_says_where_everything_is_and_ends_in_order(lf_simulator: Callable[..., Ended]) -> None:
    arguments = ["--repository", "town", "--profile", "v2-cloud", "--seed", "12"]
    with serving_process(*arguments) as (process, lines):
        url = lines[-1].removeprefix("ready ")
        assert re.fullmatch(r"http://127\.0\.0\.1:[1-9]\d+", url)
        text = "\n".join(lines)
        for part in (
            f"{url}/repository/v2/Repositories/town",
            f"{url}/_sim",
            "user demo, password demo",
            "--seed 12",
            "Ctrl-C",
            "imitating v2-cloud",
        ):
            assert part in text
        health = httpx.get(f"{url}/_sim/health").json()
        assert (health["seed"], [row["id"] for row in health["repositories"]]) == (12, ["town"])

        settings = {
            "LF_REPO_API_URL": f"{url}/repository",
            "LF_REPOSITORY_ID": "town",
            "LF_API_VERSION": "v2",
            "LF_AUTH_MODE": "password",
            "LF_USERNAME": "demo",
            "LF_PASSWORD": "demo",
        }
        shell = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in settings.items())
        dotenv = "".join(f"{name}={value}\n" for name, value in settings.items())
        assert lf_simulator("env", "--url", url) == (0, shell, "")
        assert lf_simulator("env", "--url", f"{url}/", "--repository", "TOWN", "--dotenv") == (0, dotenv, "")
        assert lf_simulator("env", "--url", url, "--repository", "village") == (
            2,
            "",
            'lf-simulator: unknown repository "village"; there is town\n',
        )
        for name in (None, "clerk"):
            asked = f"?user={name}" if name else ""
            cloud = httpx.get(f"{url}/_sim/repositories/town/access-key{asked}").json()["env"]
            lines = "".join(f"{key}={value}\n" for key, value in cloud.items())
            options = ["--user", name] if name else []
            assert lf_simulator("env", "--url", url, "--dotenv", "--cloud", *options) == (0, lines, "")
        assert lf_simulator("env", "--url", url, "--cloud", "--user", "clark")[2].startswith(
            'lf-simulator: unknown account "clark" (did you mean clerk?)'
        )
        httpx.post(f"{url}/_sim/repositories", json={"id": "second"})
        assert lf_simulator("env", "--url", url) == (
            2,
            "",
            "lf-simulator: which repository? Name one with --repository; there is town, second\n",
        )

        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == 0


def test_serve_ends_with_its_standard_input_when_it_is_asked_to() -> None:
    with serving_process("--until-eof") as (process, lines):
        assert process.stdin is not None
        process.stdin.write("this is not read as anything\n")
        process.stdin.flush()
        assert httpx.get(f"{lines[-1].removeprefix('ready ')}/_sim/health").status_code == 200
        process.stdin.close()
        assert process.wait(20) == 0


def test_ctrl_c_ends_serve_in_order_even_while_a_call_hangs() -> None:
    with serving_process("--profile", "v2-selfhosted") as (process, lines):
        url = lines[-1].removeprefix("ready ")
        rule = {"operations": ["CreateToken"], "kind": "hang"}
        httpx.put(f"{url}/_sim/repositories/demo/faults", json={"rules": [rule]})
        token = f"{url}/LFRepositoryAPI/v2/Repositories/demo/Token"
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(token, data={"grant_type": "password", "username": "demo", "password": "demo"}, timeout=0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "")
        assert process.returncode == 0


# run

SHOW_SETTINGS = "import json, os; print(json.dumps({k: v for k, v in os.environ.items() if k.startswith('LF_')}))"
SIGN_IN = """
import os, sys, urllib.error, urllib.request
base = f"{os.environ['LF_REPO_API_URL']}/{os.environ['LF_API_VERSION']}/Repositories/{os.environ['LF_REPOSITORY_ID']}"
form = f"grant_type=password&username={os.environ['LF_USERNAME']}&password={os.environ['LF_PASSWORD']}".encode()
try:
    print(urllib.request.urlopen(f"{base}/Token", form).read().decode())
except urllib.error.HTTPError as problem:
    sys.exit(problem.code - 400)
"""


def python(code: str) -> list[str]:
    return ["--", sys.executable, "-c", code]


def test_run_gives_the_command_its_settings_and_says_nothing_on_its_stdout(lf_simulator: Callable[..., Ended]) -> None:
    code, out, err = lf_simulator("run", "--profile", "v2-selfhosted", "--repository", "town", *python(SHOW_SETTINGS))
    assert code == 0
    settings = json.loads(out)
    url = settings.pop("LF_REPO_API_URL")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/LFRepositoryAPI", url)
    assert settings == {
        "LF_REPOSITORY_ID": "town",
        "LF_API_VERSION": "v2",
        "LF_AUTH_MODE": "password",
        "LF_USERNAME": "demo",
        "LF_PASSWORD": "demo",
    }
    assert re.fullmatch(r"lf-simulator: town at http://127\.0\.0\.1:\d+, imitating v2-selfhosted, seed \d+\n", err)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_settings_lead_to_a_repository_that_answers(lf_simulator: Callable[..., Ended], profile: str) -> None:
    code, out, _ = lf_simulator("run", "--profile", profile, "--seed", "5", *python(SIGN_IN))
    assert code == 0
    assert json.loads(out)["token_type"] == "bearer"


def test_the_printed_seed_gives_the_same_token_again(lf_simulator: Callable[..., Ended]) -> None:
    _, first, err = lf_simulator("run", *python(SIGN_IN))
    seed = err.split()[-1]
    _, again, _ = lf_simulator("run", "--seed", seed, *python(SIGN_IN))
    _, other, _ = lf_simulator("run", "--seed", str(int(seed) + 1), *python(SIGN_IN))
    assert json.loads(first)["access_token"] == json.loads(again)["access_token"] != json.loads(other)["access_token"]


@pytest.mark.parametrize(("ending", "code"), [("sys.exit(7)", 7), ("os.kill(os.getpid(), 9)", 137)])
def test_run_ends_with_the_exit_code_of_the_command(lf_simulator: Callable[..., Ended], ending: str, code: int) -> None:
    assert lf_simulator("run", *python(f"import os, sys; {ending}"))[0] == code


def test_an_armed_fault_that_never_fired_is_reported(lf_simulator: Callable[..., Ended], tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        """
        [[rules]]
        operations = ["CreateToken"]
        kind = "refuse"
        status = 423

        [[rules]]
        operations = ["CreateToken"]
        kind = "drop"
        nth = 2

        [[rules]]
        label = "asleep"
        operations = ["GetEntry", "ListEntries"]
        kind = "hang"
        phase = "after"
        """
    )
    code, _, err = lf_simulator("run", "--faults", plan, *python(SIGN_IN))
    assert code == 23
    assert err.splitlines()[1:] == [
        "lf-simulator: fault 2 never fired: drop before CreateToken; calls that matched: 1",
        "lf-simulator: fault 3 never fired: hang after GetEntry, ListEntries (asleep); calls that matched: 0",
    ]


WAIT = (
    "import signal, sys; signal.signal(signal.SIGTERM, lambda *_: sys.exit(9)); print('up', flush=True); signal.pause()"
)


def test_a_signal_is_passed_on_to_the_command() -> None:
    arguments = [*COMMAND, "run", *python(WAIT)]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 9


def test_a_repository_in_a_file_outlives_the_process(lf_simulator: Callable[..., Ended], tmp_path: Path) -> None:
    file = tmp_path / "town.db"
    for _ in range(2):
        assert lf_simulator("run", "--database", file, *python(SIGN_IN))[0] == 0
    assert lf_simulator("run", "--database", file, "--corpus", "village", "--", "true") == (
        2,
        "",
        f'lf-simulator: database: {file} holds corpus "demo", not "village"\n',
    )


# mistakes

PLANS = {
    "broken.toml": ("[[rules]", "Expected ']]' at the end of an array declaration (at line 1, column 8)"),
    "unknown.toml": (
        '[[rules]]\noperations = ["GetEntri"]\nkind = "hang"',
        'rules[0]: operations: unknown operation "GetEntri"; nearest: ',
    ),
    "empty.toml": ("", 'plan: key "rules" is missing'),
    "binary.toml": ("\udcff", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_file_that_cannot_be_read_is_one_line(
    lf_simulator: Callable[..., Ended], tmp_path: Path, name: str
) -> None:
    content, sentence = PLANS[name]
    plan = tmp_path / name
    plan.write_bytes(content.encode(errors="surrogateescape"))
    code, out, err = lf_simulator("run", "--faults", plan, *python("print('must not run')"))
    assert (code, out) == (2, "")
    assert err.startswith(f"lf-simulator: --faults: {plan}: {sentence}")
    assert err.count("\n") == 1


MISTAKES: list[tuple[list[str], str]] = [
    (["env", "--user", "clerk"], "--user: says as whom a service app acts, so it goes with --cloud"),
    (["serve", "--profile", "v3"], f'unknown profile "v3"; there is {", ".join(BUILDS)}'),
    (["serve", "--corpus", "nowhere"], r'there is no corpus "nowhere"; there is: client-suites, demo, search-sample'),
    (["serve", "--repository", "a/b"], 'id: must be up to 64 letters, .*, not "a/b"'),
    (["serve", "--host", "0.0.0.0"], "--host: 0.0.0.0 can be reached from other machines; add --allow-remote .*"),
    (["serve", "--port", "65536"], "--port: must be a whole number from 0 to 65535, not 65536"),
    (["serve", "--port", "http"], '--port: must be a whole number from 0 to 65535, not "http"'),
    (["serve", "--seed", "-3"], "--seed: must be a whole number of 0 or more, not -3"),
    (["serve", "--seed"], "--seed: expected one argument"),
    (
        ["serve", "--prot", "1"],
        r'unknown option "--prot" \(did you mean --port\?\); there is --help, --host, --port, .*',
    ),
    (["serve", "extra", "words"], 'serve: nothing is known about "extra", "words"'),
    (["server"], r'unknown command "server" \(did you mean serve\?\); there is serve, run, env, list.*'),
    (["--verbose"], 'unknown option "--verbose"; there is --help'),
    (["--"], 'unknown option "--"; there is --help'),
    (["list"], r"the following arguments are required: profiles\|operations\|faults\|corpora\|scenarios\|builds"),
    (["run", "--"], r"run: what to run is missing: lf-simulator run \[OPTIONS\] -- COMMAND \[ARG \.\.\.\]"),
    (
        ["run", "--fault", "plan.toml", "--", "true"],
        r'unknown option "--fault" \(did you mean --faults\?\); there is .*',
    ),
    (["run", "--", "no-such-command-here"], "command not found: no-such-command-here"),
    (["run", "--", "/"], "command / cannot be started: Permission denied"),
    (["run", "--faults", "/no/plan.toml", "--", "true"], "--faults: /no/plan.toml: No such file or directory"),
    (["run", "--database", "/no/such/town.db", "--", "true"], "database: /no/such/town.db cannot be used: .*"),
    (["list", "profile"], r'unknown list "profile" \(did you mean profiles\?\); there is profiles, operations, .*'),
    (
        ["env", "--url", "http://127.0.0.1:9"],
        "--url: no simulator answers at http://127.0.0.1:9 .*`lf-simulator serve`.*",
    ),
    (["env", "--url", "nonsense"], "--url: .*nonsense.*"),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES, ids=[" ".join(row[0]) for row in MISTAKES])
def test_a_mistake_is_one_line_and_exit_code_2(
    lf_simulator: Callable[..., Ended], arguments: list[str], sentence: str
) -> None:
    port = ["--port", "0"] if arguments[0] == "serve" and "--port" not in arguments else []
    code, out, err = lf_simulator(arguments[0], *port, *arguments[1:])
    lines = [line for line in err.splitlines() if "imitating" not in line]
    assert (code, out, len(lines)) == (2, "", 1)
    assert re.fullmatch(f"lf-simulator: {sentence}", lines[0])


def test_a_port_in_use_is_one_line(lf_simulator: Callable[..., Ended]) -> None:
    with contextlib.closing(serving.listen(port=0)) as bound:
        port = bound.getsockname()[1]
        code, out, err = lf_simulator("serve", "--port", str(port))
    assert (code, out) == (2, "")
    assert err == f"lf-simulator: --port: {port} is in use on 127.0.0.1; name another one, or 0 for any that is free\n"


# list

KEYS = {
    "profiles": {"name", "summary", "versions", "base_path", "settings", "variant_of", "changes", "how_sure"},
    "operations": {"name", "version", "method", "path", "simulated", "document"},
    "faults": {"name", "summary", "phases", "keys"},
    "corpora": {"name", "summary", "seed", "entries"},
    "scenarios": {"name", "about", "profile", "rules"},
    "builds": {"name", "on", "how", "what", "rule", "note", "test"},
}


@pytest.mark.parametrize("what", ROWS)
def test_a_list_is_an_array_for_programs_and_a_table_for_people(lf_simulator: Callable[..., Ended], what: str) -> None:
    code, out, err = lf_simulator("list", what, "--json")
    rows: list[dict[str, Any]] = json.loads(out)
    assert (code, err) == (0, "")
    assert rows
    assert all(KEYS[what] <= row.keys() for row in rows)
    code, out, err = lf_simulator("list", what)
    assert (code, err) == (0, "")
    assert all(row["name"][:20] in out for row in rows)


def test_the_list_of_profiles_says_what_each_setting_does(lf_simulator: Callable[..., Ended]) -> None:
    rows = json.loads(lf_simulator("list", "profiles", "--json")[1])
    for row in rows:
        assert [setting["name"] for setting in row["settings"]] == list(SETTINGS)
        assert all(setting["summary"] and setting["evidence"] and setting["wants"] for setting in row["settings"])


def test_the_list_of_operations_says_what_is_simulated(lf_simulator: Callable[..., Ended]) -> None:
    rows = json.loads(lf_simulator("list", "operations", "--json")[1])
    simulated = {(row["document"], row["name"]): row["simulated"] for row in rows}
    assert simulated["v1", "GetEntry"]
    assert simulated["v2-2023", "GetEntry"]
    assert not simulated["v2-2026", "LockDocument"]
    assert all(row["path"].startswith(f"/{row['version']}/") for row in rows)


def test_the_list_of_operations_ends_with_how_many_are_simulated(lf_simulator: Callable[..., Ended]) -> None:
    lines = lf_simulator("list", "operations")[1].splitlines()
    assert lines[-1] == "Simulated: v1 47/47, v2-2023 44/44, v2-2026 10/106"
    (export,) = (line for line in lines if "GetEdocWithAuditReason" in line)
    assert export.split() == [
        "yes",
        "ExportDocumentWithAuditReason",
        "POST",
        "~/Entries/{entryId}/Laserfiche.Repository.Document/GetEdocWithAuditReason",
    ]


@pytest.mark.parametrize("arguments", [[], ["--help"], ["run", "--help"]])
def test_help_goes_to_stdout(lf_simulator: Callable[..., Ended], arguments: list[str]) -> None:
    code, out, err = lf_simulator(*arguments)
    assert (code, err) == (0, "")
    for word in ["--profile", "--faults", "COMMAND"] if "run" in arguments else COMMANDS:
        assert word in out


def test_a_reader_that_has_seen_enough_ends_a_list_quietly() -> None:
    arguments = [*COMMAND, "list", "operations", "--json"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 141


def test_a_command_is_taken_without_the_two_dashes_too(lf_simulator: Callable[..., Ended]) -> None:
    show = "import sys; print(sys.argv[1:])"
    assert lf_simulator("run", sys.executable, "-c", show, "--port", "--", "x")[1] == "['--port', '--', 'x']\n"
    assert lf_simulator("run", "--", sys.executable, "-c", show, "--", "x")[1] == "['--', 'x']\n"
