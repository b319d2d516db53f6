import Foundation
import TestSupport
import Testing

/// A Slurm cluster of one machine that a test starts and ends: munged, slurmctld and slurmd in a temporary folder,
/// without files in /etc.
final class SlurmCluster: Sendable {
  /// Whether the programs are installed and may run.
  static let isPossible =
    getuid() == 0
    && ["/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/sbatch"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }

  /// The trait of tests that need a cluster.
  static let needed: ConditionTrait = .enabled(
    if: isPossible, "no Slurm here, or not root: apt-get install slurm-wlm munge")

  /// The cluster did not start.
  struct Down: Error { let log: String }

  // The folder has a short path, since it contains a Unix socket. All users can read it, as munge requires.
  private let folder = "/tmp/sl-\(UInt32.random(in: 0 ... .max))"

  /// The environment for clients of the cluster.
  var environment: [String: String] { ["SLURM_CONF": folder + "/slurm.conf"] }

  /// Starts the cluster and waits until its machine is idle.
  init() async throws {
    run(
      """
      mkdir -m 755 \(folder); cd \(folder); mkdir state spool
      head -c 1024 /dev/urandom > munge.key; chmod 400 munge.key
      cat > slurm.conf << EOF
      \(Self.configuration(folder: folder, port: Int.random(in: 10_000...14_000) * 2))
      EOF
      /usr/sbin/munged -F --force --key-file $PWD/munge.key --socket $PWD/munge.socket --pid-file $PWD/munged.pid \
        --seed-file $PWD/munge.seed --log-file $PWD/munged.log > munged.out 2>&1 < /dev/null &
      for i in $(seq 600); do [ -S munge.socket ] && break; sleep 0.05; done
      /usr/sbin/slurmctld -D > slurmctld.out 2>&1 < /dev/null &
      /usr/sbin/slurmd -D > slurmd.out 2>&1 < /dev/null &
      """)
    do {
      try await waitUntil(within: Self.limit, every: .milliseconds(100)) {
        run("sinfo -h -o %T") == "idle"
      }
    } catch {
      throw Down(log: run("cat \(folder)/*.out"))
    }
  }

  /// The longest wait for Slurm, which only a hang reaches.
  static let limit = Duration.seconds(180)

  /// Waits until no job is pending or running.
  func waitUntilIdle() async throws {
    try await waitUntil(within: Self.limit, every: .milliseconds(200)) { run("squeue -h") == "" }
  }

  /// The output of a shell line.
  @discardableResult func run(_ line: String) -> String {
    let script = "export SLURM_CONF=\(folder)/slurm.conf\n" + line
    guard let stream = popen("{ \(script)\n} 2>&1", "r") else { return "" }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Waits for two running tasks, kills one with all its processes, and requeues the other.
  func disturb(at location: SourceLocation = #_sourceLocation) {
    var running: [[String]] = []
    for _ in 0..<100 where running.count != 2 {
      running = run("squeue -h -r -t running -o '%A %F_%K'")
        .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }.filter { $0.count == 2 }
    }
    #expect(running.count == 2, "two tasks should run: \(running)", sourceLocation: location)
    guard running.count == 2 else { return }
    let processes = run("scontrol listpids").split(separator: "\n").map { $0.split(separator: " ") }
    for words in processes where words.count > 1 && words[1] == running[0][0][...] {
      if let process = pid_t(words[0]) { kill(process, SIGKILL) }
    }
    // A requeued task would wait for two minutes; "now" is ignored while it is still ending.
    run(
      """
      scontrol requeue \(running[1][1])
      for i in $(seq 20); do
        sleep 0.5
        scontrol update JobId=\(running[1][1]) StartTime=now
        squeue -h -r -t running -o %F_%K | grep -qx \(running[1][1]) && break
      done
      """)
  }

  /// Ends the cluster, its jobs first.
  func stop() {
    run(
      """
      scancel -u root
      for i in $(seq 100); do [ -z "$(squeue -h)" ] && break; sleep 0.1; done
      cd \(folder); for name in slurmd slurmctld munged; do kill $(cat $name.pid); done
      for i in $(seq 100); do [ -e /proc/$(cat munged.pid) ] || break; sleep 0.1; done
      cd /; rm -rf \(folder)
      """)
  }

  private static func configuration(folder: String, port: Int) -> String {
    """
    ClusterName=test
    SlurmctldHost=$(hostname -s)(127.0.0.1)
    SlurmUser=root
    SlurmdUser=root
    SlurmctldPort=\(port)
    SlurmdPort=\(port + 1)
    AuthType=auth/munge
    AuthInfo=socket=\(folder)/munge.socket
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    JobAcctGatherType=jobacct_gather/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_Core
    SchedulerParameters=sched_interval=1,batch_sched_delay=0
    StateSaveLocation=\(folder)/state
    SlurmdSpoolDir=\(folder)/spool
    SlurmctldPidFile=\(folder)/slurmctld.pid
    SlurmdPidFile=\(folder)/slurmd.pid
    ReturnToService=2
    KillWait=2
    MpiDefault=none
    NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
    PartitionName=main Nodes=$(hostname -s) Default=YES MaxTime=INFINITE State=UP
    """
  }
}
