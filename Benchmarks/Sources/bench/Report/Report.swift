import FoundationEssentials
import Glibc

/// All measurements, and those that failed.
///
/// A measurement that fails is noted and the others go on: the figures of the others are still
/// printed and written.
struct Report: Encodable {
    /// Name and version of every peer.
    private(set) var versions: [String: String] = [:]
    private(set) var sections: [Section] = []
    private(set) var failures: [String] = []
    private let time = Glibc.time(nil)
    private let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    private let load = Report.currentLoad()
    /// `true` if the load at the start is low enough to trust the times.
    private var isQuiet: Bool { load < Double(processors) / 2 }

    mutating func add(_ section: Section) {
        sections.append(section)
        print(section.table)
        fflush(nil)
    }

    /// Runs a measurement and notes its failure.
    mutating func run(_ what: String, _ measure: (inout Report) throws -> Void) {
        do { try measure(&self) } catch { fail("\(what): \(error)") }
    }

    mutating func fail(_ what: String) {
        failures.append(what)
        print("bench: \(what)")
        fflush(nil)
    }

    mutating func note(version: String, of name: String) { versions[name] = version }

    /// The versions, one line per peer.
    var versionTable: String {
        let lines = versions.sorted { $0.key < $1.key }.map { "  \($0.key.left(14))\($0.value)" }
        return (["", "measured"] + lines).joined(separator: "\n")
    }

    /// The targets that hold, the missed ones with their distance, and the failed measurements.
    var summary: String {
        let targets = sections.flatMap { section in
            section.verdicts.filter { $0.bound != nil }.map { (section.title, $0) }
        }
        let missed = targets.filter { $0.1.holds == false }
        var lines = ["", "\(targets.count - missed.count) of \(targets.count) targets hold"]
        lines += missed.map { title, verdict in
            "  \(verdict.outcome): \(title): \(verdict.name) \(verdict.value.digits) \(verdict.unit)"
        }
        lines += failures.map { "  not measured: \($0)" }
        if !isQuiet {
            lines.append("  the machine was busy (load \(load.digits)): times are noisy")
        }
        return lines.joined(separator: "\n")
    }

    /// The description of the machine and the peers.
    var circumstances: [String] {
        let machine = "\(processors) processors, load \(load.digits) at the start"
        return [machine] + versions.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }

    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + Array("\n".utf8)
    }

    private static func currentLoad() -> Double {
        var loads = [0.0]
        return getloadavg(&loads, 1) == 1 ? loads[0] : 0
    }
}
