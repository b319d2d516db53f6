import CSegueLoading
import Testing

@Suite("Loading libraries") struct LibraryLoadingTests {
  @Test("the error for a missing library names it")
  func missingLibrary() {
    let name = "libsegue-none.so.1".withCString { file in
      segue_load(file, nil, 0).map { String(cString: $0) }
    }
    #expect(name == "libsegue-none.so.1")
  }

  @Test("the error for a missing function names it")
  func missingFunction() {
    var found: UnsafeMutableRawPointer?
    var absent: UnsafeMutableRawPointer?
    let name = withUnsafeMutablePointer(to: &found) { found in
      withUnsafeMutablePointer(to: &absent) { absent in
        "segue_none".withCString { unknown in
          "strlen".withCString { known in
            let functions = [
              SegueFunction(name: unknown, pointer: absent), SegueFunction(name: known, pointer: found),
            ]
            return segue_load("libc.so.6", functions, functions.count).map { String(cString: $0) }
          }
        }
      }
    }
    #expect(name == "segue_none")
    #expect(found != nil && absent == nil)
  }
}
