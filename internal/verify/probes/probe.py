"""Says what every script of an emitted package is in memory.

python probe.py FOLDER PACKAGE prints a line for each script: its name, its
length, the SHA1 of its bytes and the SHA1 it is run by, parted by tabs.
"""

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import pkgutil
import sys
import types


class StandIn(type):
    """Whatever is asked of the client library: nothing here talks to a server."""

    def __getattr__(cls, name):
        return StandIn(name, (Exception,), {})

    def __getitem__(cls, item):
        return cls

    def __or__(cls, other):
        return cls

    __ror__ = __or__


class Missing(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(name, (Exception,), {})


class WithoutRedis(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes the package importable where the client library is not installed."""

    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] == "redis":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return Missing(spec.name)

    def exec_module(self, module):
        pass


folder, name = sys.argv[1:]
sys.path.insert(0, folder)
sys.meta_path.append(WithoutRedis())
package = importlib.import_module(name)
for module in pkgutil.walk_packages(package.__path__, name + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)

seen = {}
for module in [m for n, m in sys.modules.items() if n.startswith(name + ".")]:
    for value in vars(module).values():
        kind = type(value)
        if kind.__name__ == "Script" and kind.__module__.startswith(name + "."):
            seen[f"{value.module}.{value.name}"] = value
for script, held in seen.items():
    source = held.source
    print(script, len(source), hashlib.sha1(source).hexdigest(), held.sha1, sep="\t")
