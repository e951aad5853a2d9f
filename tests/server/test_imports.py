"""The modules of the server have no import cycles, not even for types."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_no_import_cycles() -> None:
    graph = grimp.build_graph("grognard", include_external_packages=False)
    modules = {name for name in graph.modules if name.startswith("grognard.server")}
    sorter = TopologicalSorter(
        {name: graph.find_modules_directly_imported_by(name) & modules for name in modules}
    )
    assert len(list(sorter.static_order())) == len(modules) > 30
