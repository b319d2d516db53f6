// What an app or a framework of views has under names that Segue has, too.

/// How a view comes and goes.
public struct Transition {
  /// One with nothing in it.
  public init() {}
}

/// What is shown when.
public struct Timeline {
  /// One with nothing in it.
  public init() {}
}

/// A part of a tree.
public struct Node {
  /// One with nothing in it.
  public init() {}
}

/// How a picture fills its view.
public enum Fit { case fill }

/// A gesture.
public struct Drag {
  /// One with nothing in it.
  public init() {}
}

/// Which of many are shown.
public struct Filter {
  /// One with nothing in it.
  public init() {}
}

/// What is for sale.
public struct Catalogue {
  /// One with nothing in it.
  public init() {}
}
