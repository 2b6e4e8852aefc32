"""Links between the pages lead somewhere."""

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.pages import PAGES, anchors, links


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        missing_anchor = anchor and target.suffix == ".md" and target.exists() and anchor not in anchors(target)
        if not target.exists() or missing_anchor:
            broken.append(link)
    assert not broken


def test_the_readme_leads_to_every_page() -> None:
    linked = {(ROOT / link.partition("#")[0]).resolve() for link in links(ROOT / "README.md")}
    assert set((ROOT / "docs").glob("*.md")) <= linked
