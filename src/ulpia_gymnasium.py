"""Registers all games with Gymnasium when Gymnasium is imported, so that `gymnasium.make("ulpia/trajan-v0")` works.

Gymnasium 1.0 removed its plugins (the entry points `gymnasium.envs`). So `ulpia_gymnasium.pth`, which lies beside this
module, imports it when Python starts. Nothing else is imported then: neither Gymnasium nor Ulpia. See decision 25.
"""

import sys


class _Finder:
    """Finds `gymnasium.envs` as Python does, and registers the games when that module has been executed."""

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> object:  # noqa: ARG003
        """Return the specification of a module; None for every other module."""
        if name != "gymnasium.envs":
            return None
        sys.meta_path.remove(cls)  # type: ignore[arg-type]
        from importlib.util import find_spec

        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def execute_and_register(module: object) -> None:
                execute(module)  # type: ignore[arg-type]
                register_games()

            spec.loader.exec_module = execute_and_register  # type: ignore[method-assign]
        return spec


def register_games() -> None:
    """Register every installed game by name. Its code is imported when an environment is made."""
    try:
        from importlib.metadata import entry_points

        from gymnasium.envs.registration import register, registry

        for game in sorted({point.name for point in entry_points(group="ulpia.games")}):
            if f"ulpia/{game}-v0" not in registry:
                register(
                    f"ulpia/{game}-v0",
                    entry_point="ulpia.research.gymnasium:Env",
                    vector_entry_point="ulpia.research.vector:by_num_envs",
                    kwargs={"game": game},
                )
    except Exception as error:  # whatever happens here must not break Gymnasium
        import warnings

        warnings.warn(f"the games of Ulpia are not registered with Gymnasium: {error}", stacklevel=1)


def install() -> None:
    """Wait for Gymnasium, unless it is there already or the games are waiting for it."""
    if "gymnasium.envs" in sys.modules:
        register_games()
    elif _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)  # type: ignore[arg-type]


install()
