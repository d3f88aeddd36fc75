// One import is enough for a user of this library. Typealiases would give the names of the values but hide
// their operators, which Swift finds only through an import of the module that declares them.
@_exported import TumbleGeometry
