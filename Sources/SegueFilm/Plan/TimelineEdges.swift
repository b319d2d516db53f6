extension FilmTimeline {
  /// The length of a clip, before it is placed.
  struct Length: Sendable, Hashable {
    /// The name of the clip in errors.
    var source: String
    /// The length in frames, at least 1.
    var count: Int
    /// Whether the length excludes the clip's edges, so that the clip is shown alone for all of it.
    var standsAlone = false
  }

  /// The opening, an overlap or the closing, before it is placed.
  struct Edge: Sendable, Hashable {
    /// The length in frames.
    var count = 0
    /// Whether the edge uses frames beyond the lengths of both clips.
    var usesHandles = false
    /// Whether the edge may be shortened.
    var isFlexible = false

    /// The number of frames that the edge uses before the in point of the next clip.
    var lead: Int { usesHandles ? count / 2 : 0 }

    /// The number of frames that the edge uses after the out point of the previous clip.
    var trail: Int { usesHandles ? count - count / 2 : 0 }
  }
}

/// A clip's length, and the edges on both of its sides.
struct ClipEdges {
  let before, after: FilmTimeline.Edge
  let length: FilmTimeline.Length

  /// The number of the clip's frames, handles included.
  var count: Int {
    length.count + (length.standsAlone ? before.count + after.count : before.lead + after.trail)
  }

  /// The numbers of frames within the clip's length that its edges use.
  private var used: (before: Int, after: Int) { (before.count - before.lead, after.count - after.trail) }

  /// Whether the inflexible edges exceed the clip's length.
  var hasNoRoom: Bool {
    !length.standsAlone
      && (before.isFlexible ? 0 : used.before) + (after.isFlexible ? 0 : used.after) > length.count
  }

  /// The longest edges that fit. Two flexible or two inflexible edges share the clip in proportion;
  /// otherwise the flexible edge gets the remaining frames.
  var longest: (before: Int, after: Int) {
    let (used, length) = (used, self.length.count)
    guard used.before + used.after > length, !self.length.standsAlone else {
      return (before.count, after.count)
    }
    func share(_ side: Int, beside other: Int, _ isFlexible: Bool, _ isOtherFlexible: Bool) -> Int {
      if isFlexible != isOtherFlexible { return isFlexible ? max(0, length - other) : min(side, length) }
      return (used.before + used.after).dividingFullWidth(side.multipliedFullWidth(by: length)).quotient
    }
    let first = share(used.before, beside: used.after, before.isFlexible, after.isFlexible)
    let last = share(used.after, beside: used.before, after.isFlexible, before.isFlexible)
    return (before.usesHandles ? first * 2 : first, after.usesHandles ? last * 2 + 1 : last)
  }
}
