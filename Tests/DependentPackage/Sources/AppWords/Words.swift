// Types of an app or of a view framework with names that Segue has, too.

/// The appearance of a view.
public struct Transition {
  /// An empty value.
  public init() {}
}

/// A schedule of posts.
public struct Timeline {
  /// An empty value.
  public init() {}
}

/// A node of a tree.
public struct Node {
  /// An empty value.
  public init() {}
}

/// The size of a picture in its view.
public enum Fit { case fill }

/// A gesture.
public struct Drag {
  /// An empty value.
  public init() {}
}

/// A selection of items.
public struct Filter {
  /// An empty value.
  public init() {}
}

/// The goods of a shop.
public struct Catalogue {
  /// An empty value.
  public init() {}
}
