import Foundation
import Segue

/// Foundation's, in a target that only has its name; `Imaging` has types as well.
public typealias Turn = AffineTransform
