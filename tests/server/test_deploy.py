"""What `deploy/` holds speaks of settings that there are, and of images by name and version."""

import re
from pathlib import Path
from typing import Any

import pytest

from wardround.server.settings import Settings, read_settings, variable

yaml = pytest.importorskip("yaml")


@pytest.fixture
def compose(project_root: Path) -> dict[str, Any]:
    """The services of the compose file."""
    text = (project_root / "deploy" / "compose.yml").read_text(encoding="utf-8")
    services: dict[str, Any] = yaml.safe_load(text)["services"]
    return services


def test_both_servers_are_given_settings_that_there_are(compose: dict[str, Any]) -> None:
    names = {variable(name): name for name in Settings.model_fields}
    for server in ("one", "two"):
        said = {
            names[key]: value
            for key, value in compose[server]["environment"].items()
            if key.startswith("WARDROUND_")
        }
        values = {
            name: re.sub(r"\$\{(\w+)[^}]*\}", r"\1.example", value) for name, value in said.items()
        }
        settings = read_settings(values)
        assert settings.address == f"{server}:8100"
        assert server in settings.allowed_hosts  # the proxy asks it for its readiness by that name
        assert settings.proxies == (compose["proxy"]["networks"]["inside"]["ipv4_address"],)
        assert settings.database.startswith("postgresql+psycopg://")


def test_images_are_named_with_their_version_and_without_a_place(
    compose: dict[str, Any], project_root: Path
) -> None:
    images = [service["image"] for service in compose.values()]
    text = (project_root / "deploy" / "Containerfile").read_text(encoding="utf-8")
    images += re.findall(r"(?m)^FROM (\S+)", text)
    assert len(images) == 6
    for image in images:
        assert re.fullmatch(r"[a-z]+:[\w.-]+", image)
        assert not image.endswith(":latest")


def test_the_proxies_know_both_servers_and_ask_for_readiness(project_root: Path) -> None:
    caddy = (project_root / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert "reverse_proxy one:8000 two:8000" in caddy
    assert "health_uri /api/ready" in caddy
    for text in (caddy, (project_root / "deploy" / "nginx.conf").read_text(encoding="utf-8")):
        assert text.count("{") == text.count("}")
        assert "non_idempotent" not in text  # what was sent is not sent to another server
