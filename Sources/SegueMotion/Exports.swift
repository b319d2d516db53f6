// Errors are in every signature of this module.
@_exported import SegueFields
