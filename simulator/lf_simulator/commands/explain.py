"""`lf-simulator explain`: what a search command does, in a simulator that runs or in a corpus."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from lf_simulator.checks import BadValue
from lf_simulator.commands.asking import ask, the_one

URL = "http://127.0.0.1:8700"


def explain(
    command: str,
    url: str | None,
    repository: str | None,
    corpus: str | None,
    *,
    user: str | None = None,
    profile: str | None = None,
    as_json: bool = False,
) -> str:
    """The explanation as text for people, or as an object. Raises BadValue, UnknownCorpus and UnknownProfile."""
    wish = {"command": command} if user is None else {"command": command, "user": user}
    if corpus is None:
        if profile is not None:
            raise BadValue("--profile: says how a --corpus is searched; a simulator that runs has a profile")
        found = _from_afar(url or URL, repository, wish)
    elif url is not None or repository is not None:
        raise BadValue("--corpus: is searched without a simulator, so neither --url nor --repository goes with it")
    else:
        found = _from_corpus(corpus, profile, wish)
    text: str = found.pop("text")
    return json.dumps(found, indent=2) if as_json else text


def _from_afar(url: str, repository: str | None, wish: dict[str, str]) -> dict[str, Any]:
    found = the_one(url, repository)
    answer: dict[str, Any] = ask(url, f"/repositories/{quote(found['id'])}/explain", None, wish)
    return answer


def _from_corpus(corpus: str, profile: str | None, wish: dict[str, str]) -> dict[str, Any]:
    """Imported when it is wanted: a repository and the search language take their time."""
    from contextlib import closing

    from lf_simulator.control_search import explained
    from lf_simulator.profiles import DEFAULT_PROFILE
    from lf_simulator.registry import Registry

    with closing(Registry(0)) as registry:
        return explained(registry.create(corpus=corpus, profile=profile or DEFAULT_PROFILE), wish)
