import CSegueGLES
import SegueRendering

extension GLProgram {
  /// Sets a uniform of a user's shader; names that the compiler dropped are passed over.
  func set(_ uniform: String, _ numbers: [Double], _ type: ShaderValueType) {
    let place = location(uniform)
    let floats = numbers.map { GLfloat($0) }
    switch type {
    case .scalar(.float): glUniform1fv(place, 1, floats)
    case .vector(.float, 2): glUniform2fv(place, 1, floats)
    case .vector(.float, 3): glUniform3fv(place, 1, floats)
    case .vector(.float, _): glUniform4fv(place, 1, floats)
    case .matrix(2): glUniformMatrix2fv(place, 1, GLboolean(GL_FALSE), floats)
    case .matrix(3): glUniformMatrix3fv(place, 1, GLboolean(GL_FALSE), floats)
    case .matrix: glUniformMatrix4fv(place, 1, GLboolean(GL_FALSE), floats)
    case .scalar, .vector, .picture: setIntegers(place, numbers)
    }
  }

  private func setIntegers(_ place: GLint, _ numbers: [Double]) {
    let integers = numbers.map { GLint(exactly: $0) ?? 0 }
    switch integers.count {
    case 1: glUniform1iv(place, 1, integers)
    case 2: glUniform2iv(place, 1, integers)
    case 3: glUniform3iv(place, 1, integers)
    default: glUniform4iv(place, 1, integers)
    }
  }

  func set(_ uniform: String, float value: Float) { glUniform1f(location(uniform), value) }
}
