import CSegueOpenGL
import SegueImaging
import SegueRendering

/// Users' shaders, drawn into a picture like other nodes.
extension PlanPainter {
  func shader(_ plan: ShaderPlan) throws(RenderError) -> MipTexture {
    let (from, to) = (try picture(plan.from), try picture(plan.to))
    var pictures: [(name: String, texture: GLTexture)] = [
      ("segue_from", from.texture), ("segue_to", to.texture),
    ]
    for uniform in plan.uniforms {
      guard case .picture(let snapshot) = uniform.value else { continue }
      pictures.append((uniform.name, try users.texture(snapshot)))
    }
    let program = try users.program(plan.program) { [size, depth] program in
      guard let target = try? GLTexture(width: 16, height: 16, format: .picture(depth)) else { return }
      defer { target.close() }
      users.draw(plan, program, pictures, into: target, size: size)
      glFinish()
    }
    let target = try pool.take(size)
    record { [size, users] _ in users.draw(plan, program, pictures, into: target, size: size) }
    return MipTexture(target, isOpaque: false)
  }
}

extension UserShaders {
  /// Draws the shader over the whole of `target`, with the coordinates of a frame of `size`.
  func draw(
    _ plan: ShaderPlan, _ program: GLProgram, _ pictures: [(name: String, texture: GLTexture)],
    into target: GLTexture, size: ImageSize
  ) {
    target.bindAsTarget()
    glViewport(0, 0, GLsizei(target.width), GLsizei(target.height))
    PlanPainter.limit(to: nil)
    program.use()
    program.set("progress", float: plan.progress)
    program.set("ratio", float: Float(size.aspectRatio))
    program.set("segue_size", Double(target.width), Double(target.height))
    for uniform in plan.uniforms {
      if case .numbers(let numbers, let type) = uniform.value { program.set(uniform.name, numbers, type) }
    }
    for (unit, picture) in pictures.enumerated() {
      picture.texture.bind(unit: unit)
      program.set(picture.name, unit)
    }
    startFiltering(units: pictures.count)
    glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    stopFiltering(units: pictures.count)
  }
}
