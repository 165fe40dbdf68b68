"""MkDocs hooks: pages that are generated when the site is built, and navigation entries with a `*`.

Generated are the rule books, the tutorials (from the notebooks), the API reference (from the docstrings), and the pages
whose source lies in the root of the repository: README, CONTRIBUTING, CHANGELOG and SECURITY.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ulpia.core.i18n import LANGUAGES
from ulpia.rulebook import Part, book
from ulpia.rulebook.book import SIGN

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GAMES = tuple(PROJECT["project"]["entry-points"]["ulpia.games"])

ROOT_PAGES = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
}
API = {
    "match": ("Matches", ["ulpia", "ulpia.match", "ulpia.transcript", "ulpia.registry"]),
    "agents": ("Agents", ["ulpia.agents", "ulpia.agents.*"]),
    "research": ("Research", ["ulpia.research", "ulpia.research.*"]),
    "render": ("Pictures", ["ulpia.render"]),
    "rulebook": ("Rule books", ["ulpia.rulebook", "ulpia.rulebook.*"]),
    "core": ("What a game declares", ["ulpia.core.*"]),
    "search": ("Search and training", ["ulpia.search.*"]),
    "engine": ("The compiled engine", ["ulpia.engine.*", "ulpia.engine.templates.*"]),
}
"""Pages of the API reference: file, title, modules."""
REMARKS = {
    "en": {
        "example": "Example",
        "ours": "Our ruling, not in the rule book",
        "likely": "Likely, but not certain: a figure here has one good source.",
        "reconstruction": "Reconstruction: a figure here is our own.",
    },
    "de": {
        "example": "Beispiel",
        "ours": "Unsere Auslegung, nicht aus der Spielregel",
        "likely": "Wahrscheinlich, nicht sicher: Eine Zahl hier hat nur eine gute Quelle.",
        "reconstruction": "Rekonstruktion: Eine Zahl hier stammt von uns.",
    },
}
BOX = {"example": "example", "ours": "note"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the address of the site from the package's metadata, and expand the navigation."""
    config.site_url = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["base-url"] + "/"
    assert config.nav is not None
    config.nav = expand(config.nav, [*generated_pages(), *written_pages()])
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, text in generated_pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Give every ruling an anchor, so that rule books can link to it."""
    if page.file.src_uri.startswith("rulings/"):
        return re.sub(r"^- \*\*([A-Z]+-\d+)\*\*", r"- **\1**{ #\1 }", markdown, flags=re.M)
    return markdown


def expand(entries: list[Any], pages: list[str]) -> list[Any]:
    """Replace `folder/*` by the pages of that folder. A section without pages is left out."""
    expanded: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            for title, below in entry.items():
                inside = expand(below, pages) if isinstance(below, list) else below
                expanded += [{title: inside}] if inside else []
        elif entry.endswith("/*"):
            expanded += [page for page in pages if Path(page).parent.as_posix() == entry.removesuffix("/*")]
        else:
            expanded.append(entry)
    return expanded


def written_pages() -> list[str]:
    """Return the pages that lie in docs/."""
    return sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def generated_pages() -> dict[str, str]:
    """Return path and Markdown of every page that has no file in docs/."""
    pages = {path: from_root((ROOT / source).read_text(encoding="utf-8")) for path, source in ROOT_PAGES.items()}
    pages |= {f"api/{name}.md": api_page(title, modules) for name, (title, modules) in API.items()}
    pages |= {f"notebooks/{path.stem}.md": tutorial(path) for path in sorted((DOCS / "notebooks").glob("*.ipynb"))}
    return pages | {f"rules/{game}.{language}.md": rules(game, language) for game in GAMES for language in LANGUAGES}


def from_root(text: str) -> str:
    """Return a page of the repository's root with links as they are inside docs/."""
    text = text.replace("](docs/", "](")
    for path, source in ROOT_PAGES.items():
        text = text.replace(f"]({source})", f"]({path})")
    return text


def api_page(title: str, modules: list[str]) -> str:
    """Return a page that asks mkdocstrings for some modules."""
    found = [module for pattern in modules for module in find_modules(pattern)]
    return "\n\n".join([f"# {title}", *(f"::: {module}{options_of(module)}" for module in found)])


def options_of(module: str) -> str:
    """Return the mkdocstrings options of a module: a package shows what it defines, not what it only exports."""
    path = ROOT / "src" / module.replace(".", "/") / "__init__.py"
    if not path.exists():
        return ""
    defined = [
        name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        for name in names_of(node)
        if not name.startswith("_")
    ]
    return f"\n    options:\n      members: {json.dumps(defined) if defined else 'false'}"


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def find_modules(pattern: str) -> Iterator[str]:
    """Yield a module, or for `package.*` the public modules of a package."""
    if not pattern.endswith(".*"):
        yield pattern
        return
    package = pattern.removesuffix(".*")
    for path in sorted((ROOT / "src" / package.replace(".", "/")).glob("*.py")):
        if not path.stem.startswith("_"):
            yield f"{package}.{path.stem}"


def tutorial(path: Path) -> str:
    """Return a notebook as Markdown: texts, code, and what it printed or drew."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(re.sub(r"\]\(\.\./(?!\.\.)", "](../", source))
        elif cell["cell_type"] == "code":
            parts.append(fenced(source, "python"))
            parts += [shown for output in cell["outputs"] if (shown := output_of(output))]
    return "\n\n".join(parts)


def output_of(output: dict[str, Any]) -> str:
    """Return one output of a notebook cell as Markdown."""
    if output["output_type"] == "stream":
        return fenced("".join(output["text"]), "text")
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return '<div markdown="0">' + "".join(data["image/svg+xml"]).replace("\n\n", "\n") + "</div>"
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{"".join(data["image/png"]).strip()}">'
    return fenced("".join(data["text/plain"]), "text") if "text/plain" in data else ""


def fenced(text: str, language: str) -> str:
    """Return a code block."""
    return f"```{language}\n{text.rstrip()}\n```"


def rules(game: str, language: str) -> str:
    """Return the rule book of a game as Markdown."""
    read = book(game, language)
    parts = [f"# {read.title}", f"*{read.about}*"]
    for section in read.sections:
        if section.chapter:
            parts.append(f"## {section.chapter}")
        parts.append(f"### {section.title} {{ #{section.id} }}")
        parts += [rules_part(part, game, language) for part in section.parts]
    return "\n\n".join(parts)


def rules_part(part: Part, game: str, language: str) -> str:
    """Return a paragraph, list or table of a rule book; examples and rulings of ours stand in a box."""
    blocks = [without_signs(part.text)] if part.text else []
    if part.items:
        marks = (f"{number}." if part.is_numbered else "-" for number in range(1, len(part.items) + 1))
        blocks.append("\n".join(f"{mark} {without_signs(item)}" for mark, item in zip(marks, part.items)))
    if part.rows:
        head = part.head or ("",) * len(part.rows[0])
        blocks.append("\n".join([row(head), row(("---",) * len(head)), *map(row, part.rows)]))
    if part.doubt:
        blocks.append(f"*{REMARKS[language][part.doubt]}*")
    if part.rulings:
        cited = ", ".join(f"[{ruling}](../rulings/{game}.md#{ruling})" for ruling in part.rulings)
        blocks.append(f"<small>{cited}</small>")
    text = "\n\n".join(blocks)
    if part.kind in BOX:
        indented = re.sub(r"^(?=.)", "    ", text, flags=re.M)
        return f'!!! {BOX[part.kind]} "{REMARKS[language][part.kind]}"\n\n{indented}'
    return text


def row(cells: tuple[str, ...]) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(without_signs(cell).replace("|", "\\|") for cell in cells) + " |"


def without_signs(text: str) -> str:
    """Return a text of a rule book without its small drawings, or with their words where they stand for one."""
    return SIGN.sub(lambda sign: f"{sign[2]}{sign[3]}" if sign[2] else "", text).strip()
