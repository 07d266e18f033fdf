"""The part of every emitted package that no protocol changes.

The emitter copies the modules beside this one into the package; this file stays
behind and only makes them importable where they are tested.
"""
