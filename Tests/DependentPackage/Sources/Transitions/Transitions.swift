import Foundation
import Segue

/// Foundation's type, in a target named like a former module of Segue.
public typealias Turn = AffineTransform
