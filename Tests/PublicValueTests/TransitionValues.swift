import SegueFilms
import Testing

extension PublicValues {
  mutating func addTransitions() {
    add(
      "TransitionContext.init(containerSize:)", "TransitionContext.containerSize",
      "TransitionContext.width", "TransitionContext.height", "Transition.recipe(at:in:)",
      "Transition.check(in:at:)", "Transition.endpointExactRecipe(at:in:)"
    ) { walk in
      await walk.integers(3, 2) { sides in
        var context = TransitionContext(containerSize: ImageSize(width: sides[0], height: sides[1]))
        context.containerSize.width = sides[0]
        #expect((1...16_384).contains(context.width) && (1...16_384).contains(context.height))
        for description in Catalogue.builtIn.transitions {
          let transition = try description.transition()
          for progress in [0.5, .nan] { _ = transition.endpointExactRecipe(at: progress, in: context) }
        }
      }
      await walk.doubles(0.5) { progress in
        for description in Catalogue.builtIn.transitions {
          let transition = try description.transition()
          try transition.check(in: walk.pair.context, at: progress)
          try walk.draw(transition.recipe(at: progress[0], in: walk.pair.context))
          try walk.draw(transition.mirrored.endpointExactRecipe(at: progress[0], in: walk.pair.context))
        }
      }
    }
    add(
      "FilterChain.recipe(of:at:size:)", "FilterChain.init(loading:in:limits:)"
    ) { walk in
      await walk.integers(16_384) { side in
        _ = try await FilterChain(loading: "blur(0.01)", limits: DecodingLimits(maximumSide: side[0]))
        _ = try await FilterChain(
          loading: "lut(\"nowhere.cube\")", limits: DecodingLimits(maximumSide: side[0]))
      }
      let chain = try FilterChain("blur(0.03*p) exposure(2*p) pixellate(8px) vignette")
      await walk.integers(3, 2) { sides in
        let size = ImageSize(width: sides[0], height: sides[1])
        _ = chain.recipe(of: .snapshot(.from), at: 0.5, size: size)
      }
      await walk.doubles(0.5) {
        try walk.draw(chain.recipe(of: .snapshot(.from), at: $0[0], size: walk.picture.size))
      }
      for filter in FilterCatalogue.builtIn.filters {
        for parameter in filter.parameters {
          for number in ["-1e300", "1e300*p", "0", "1/p", "0.5 - 1e9*p"] {
            let text = "\(filter.name)(\(parameter.name)=\(number))"
            await walk.call { _ = try FilterChain(text) }
            // Values out of bounds are limited.
            guard let chain = try? FilterChain(parsing: text) else { continue }
            try walk.draw(chain.recipe(of: .snapshot(.from), at: 0.5, size: walk.picture.size))
          }
        }
      }
    }
    addFilters()
    addParameters()
    addCoordinator()
  }

  private mutating func addFilters() {
    add("Filter.chain(_:)", "Filter.named(_:_:)") { walk in
      await walk.doubles(0.5) { numbers in
        for filter in FilterCatalogue.builtIn.filters {
          for parameter in filter.parameters {
            let values: [ParameterValue] = [.number(numbers[0]), [0, numbers[0], numbers[0], 1]]
            for value in values {
              await walk.call {
                let chain = try FilterChain(Filter.chain(.named(filter.name, [parameter.name: value])))
                try walk.draw(chain.recipe(of: .snapshot(.from), at: 0.5, size: walk.picture.size))
              }
            }
          }
        }
      }
      await walk.integers(2) { numbers in
        let value = ParameterValue.number(Double(numbers[0]))
        _ = try FilterChain(Filter.chain(.named("blur", ["radius": value])))
      }
    }
  }

  private mutating func addParameters() {
    add(
      "ParameterValue.number(_:)", "ParameterValue.vector(_:)", "ParameterValue.color(_:)",
      "ParameterValue.description", "ParameterValue.init(integerLiteral:)",
      "ParameterValue.init(floatLiteral:)",
      "ParameterValue.init(arrayLiteral:)", "TransitionDescription.transition(_:textures:)",
      "Catalogue.transition(_:_:)", "TransitionChoice.named(_:_:)"
    ) { walk in
      await walk.integers(2) { _ = ParameterValue(integerLiteral: $0[0]).description }
      await walk.doubles(2) { numbers in
        let values: [ParameterValue] = [
          .number(numbers[0]), .vector([numbers[0]]), .vector([]), .color(.white),
          ParameterValue(floatLiteral: numbers[0]), ParameterValue(arrayLiteral: numbers[0], numbers[0]),
        ]
        for description in Catalogue.builtIn.transitions {
          for (parameter, value) in description.parameters.flatMap({ p in values.map { (p, $0) } }) {
            #expect(!value.description.contains("\n"))
            await walk.call {
              let transition = try description.transition([parameter.name: value])
              try walk.draw(transition.recipe(at: 0.4, in: walk.pair.context))
            }
            await walk.call {
              _ = try Catalogue.builtIn.transition(description.name, [parameter.name: value])
            }
          }
        }
        var request = walk.request
        request.transition = .named("slide", ["rows": .number(numbers[0])])
        _ = try RenderJob(request)
      }
    }
    add(
      "ParameterDescription.init(name:type:default:minimum:maximum:unit:summary:)",
      "ParameterDescription.type",
      "ParameterDescription.defaultValue", "ParameterDescription.minimum", "ParameterDescription.maximum",
      "ParameterType.bvec(_:)", "ParameterType.ivec(_:)", "ParameterType.mat(_:)",
      "TransitionDescription.init(name:summary:source:parameters:make:)",
      "TransitionDescription.parameters", "Catalogue.init(_:)", "Catalogue.adding(_:)",
      "TransitionLibrary.init(_:folders:files:readsDisk:)", "TransitionLibrary.description(of:)",
      "RenderRequest.library"
    ) { walk in
      func make(_ parameters: [ParameterDescription]) throws {
        let description = TransitionDescription(name: "own", summary: "", source: "", parameters: parameters)
        {
          values in
          let sum = values.number("x") + Double(values.int("x")) + (values.vector("x").last ?? 0)
          _ = (values.bool("x"), values.color("x"), values.choice("x"), values.texture("x"), sum)
          return Steady()
        }
        #expect(!description.needsOpenGL && description.parameters == parameters)
        let catalogue = try Catalogue([description])
        _ = try Catalogue.builtIn.adding(description)
        var request = walk.request
        (request.library, request.transition) = (TransitionLibrary(catalogue), "own")
        _ = try RenderJob(request)
        _ = try catalogue.transition("own", ["x": "1"])
      }
      await walk.integers(3) { count in
        for type: ParameterType in [.bvec(count[0]), .ivec(count[0]), .mat(count[0])] {
          for value: ParameterValue? in [nil, 1, [1, 0, 1], .color(.black)] {
            await walk.call {
              try make([ParameterDescription(name: "x", type: type, default: value, summary: "")])
            }
          }
        }
      }
      let types: [ParameterType] = [
        .float, .int, .bool, .vec2, .vec3, .vec4, .color, .choice([]), .choice(["1"]), .texture, .points,
      ]
      for type in types {
        await walk.doubles(0, 0, 1) { numbers in
          for value: ParameterValue? in [
            nil, .number(numbers[0]), .vector([numbers[0]]), .color(.black), "1",
          ] {
            var parameter = ParameterDescription(
              name: "x", type: type, default: value, minimum: numbers[1], maximum: numbers[2], summary: "")
            (parameter.defaultValue, parameter.neutral, parameter.type) = (value, value, type)
            (parameter.minimum, parameter.maximum) = (numbers[1], numbers[2])
            await walk.call { try make([parameter]) }
            await walk.call { try make([parameter, parameter]) }
          }
        }
      }
      await walk.call { _ = try await TransitionLibrary().description(of: "nowhere") }
    }
  }

  private mutating func addCoordinator() {
    add(
      "TransitionCoordinator.init(_:in:duration:timing:)",
      "TransitionPair.coordinator(for:in:duration:timing:)",
      "TransitionCoordinator.addCompletion(_:)", "TransitionCoordinator.advance(to:)",
      "TransitionCoordinator.cancelInteractiveTransition(velocity:)",
      "TransitionCoordinator.completeTransition(_:)", "TransitionCoordinator.completionSpeed",
      "TransitionCoordinator.completionCurve",
      "TransitionCoordinator.continueAnimation(with:durationFactor:)", "TransitionCoordinator.currentTime",
      "TransitionCoordinator.duration",
      "TransitionCoordinator.endInteractiveTransition(_:)",
      "TransitionCoordinator.finishInteractiveTransition(velocity:)", "TransitionCoordinator.isComplete",
      "TransitionCoordinator.isInteractive", "TransitionCoordinator.isRunning",
      "TransitionCoordinator.pauseAnimation()", "TransitionCoordinator.percentComplete",
      "TransitionCoordinator.progress", "TransitionCoordinator.recipe",
      "TransitionCoordinator.setReversed(_:)",
      "TransitionCoordinator.startAnimation()", "TransitionCoordinator.startInteractiveTransition()",
      "TransitionCoordinator.transitionWasCancelled",
      "TransitionCoordinator.updateInteractiveTransition(_:)", "TransitionCoordinator.velocity"
    ) { walk in
      let context = walk.pair.context
      for curve in walk.curves {
        await walk.call { _ = try TransitionCoordinator(Steady(timing: curve), in: context) }
        await walk.call { _ = try TransitionCoordinator(Steady(), in: context, timing: curve) }
        await walk.call {
          let run = try TransitionCoordinator(Steady(), in: context)
          run.completionCurve = curve
          run.startInteractiveTransition()
          await walk.call { try run.finishInteractiveTransition() }
          try run.continueAnimation(with: curve)
        }
      }
      await walk.doubles(1, 0.3, 1, 0.4, 0.5) { numbers in
        await walk.call { _ = try TransitionCoordinator(Steady(duration: numbers[0]), in: context) }
        _ = try TransitionPair(Steady()).coordinator(for: .push, in: context, duration: numbers[0])
        for end in 0..<4 {
          let run = try TransitionCoordinator(Steady(), in: context, duration: numbers[0])
          run.addCompletion { _ in }
          await walk.call { try run.startAnimation() }
          run.advance(to: numbers[1])
          run.completionSpeed = numbers[2]
          await walk.call { try run.continueAnimation(durationFactor: numbers[2]) }
          await walk.call { try run.setReversed(true) }
          await walk.call { try run.pauseAnimation() }
          run.startInteractiveTransition()
          await walk.call { try run.updateInteractiveTransition(numbers[3]) }
          await walk.call {
            switch end {
            case 0: try run.finishInteractiveTransition(velocity: numbers[4])
            case 1: try run.cancelInteractiveTransition(velocity: numbers[4])
            case 2: try run.endInteractiveTransition(DragRelease(fraction: numbers[3], velocity: numbers[4]))
            default: run.completeTransition(true)
            }
          }
          run.advance(to: numbers[1] + 0.1)
          for number in [run.progress, run.percentComplete, run.velocity, run.currentTime, run.duration] {
            walk.isNumber(number)
          }
          #expect(!(run.isComplete && run.isRunning) && !(run.isComplete && run.isInteractive))
          try walk.draw(run.transitionWasCancelled ? .snapshot(.from) : run.recipe)
        }
      }
    }
  }
}

/// A program's own transition.
struct Steady: Transition {
  var duration = 1.0
  var timing = TimingCurve.linear

  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    .mix(.snapshot(.from), .snapshot(.to), amount: progress)
  }
}
