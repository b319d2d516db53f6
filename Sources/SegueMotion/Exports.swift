// The signatures of this module contain errors of `SegueFields`.
@_exported import SegueFields
