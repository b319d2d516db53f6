import SegueRecipes
import TestSupport
import Testing

@Suite("Equal bytes on every machine") struct MachineTests {
  /// Each test starts new processes, since glibc chooses its functions when a process starts.
  @Test("every built-in draws the same frames if glibc uses no vector extensions", .takesLong)
  func withoutWideVectors() async throws {
    async let here = hashes(tunables: "")
    async let there = hashes(tunables: "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F")
    let (first, second) = try await (here, there)
    #expect(first == second)
    #expect(
      Set(first).count == 3 * Catalogue.builtIn.transitions.count, "a line for each transition and curve")
  }

  private func hashes(tunables: String) async throws -> [Substring] {
    let program = try Program.built("recipe-hashes")
    let outcome = try await program.run([], environment: ["GLIBC_TUNABLES": tunables])
    #expect(outcome.code == 0, "\(outcome.messages)")
    return outcome.text.split(separator: "\n")
  }
}
