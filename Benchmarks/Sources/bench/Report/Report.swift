import FoundationEssentials
import Glibc

/// All that was measured, and what could not be.
///
/// A measurement that fails is noted and the others go on: the figures that could be taken are
/// shown and written all the same.
struct Report: Encodable {
    /// Name and version of everything that was measured next to ours.
    private(set) var versions: [String: String] = [:]
    private(set) var sections: [Section] = []
    private(set) var failures: [String] = []
    private let time = Glibc.time(nil)
    private let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    private let load = Report.currentLoad()
    /// Shown on the line of each section: the load tells how far its times can be trusted.
    private var isQuiet: Bool { load < Double(processors) / 2 }

    mutating func add(_ section: Section) {
        sections.append(section)
        print(section.table)
        fflush(nil)
    }

    /// Makes a measurement, and notes when it fails.
    mutating func run(_ what: String, _ measure: (inout Report) throws -> Void) {
        do { try measure(&self) } catch { fail("\(what): \(error)") }
    }

    mutating func fail(_ what: String) {
        failures.append(what)
        print("bench: \(what)")
        fflush(nil)
    }

    mutating func note(version: String, of name: String) { versions[name] = version }

    /// A line for each peer.
    var versionTable: String {
        let lines = versions.sorted { $0.key < $1.key }.map { "  \($0.key.left(14))\($0.value)" }
        return (["", "measured"] + lines).joined(separator: "\n")
    }

    /// Which targets hold, which don't and by how much, and what could not be measured.
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

    /// What the machine is, and what was measured.
    var circumstances: [String] {
        let machine = "\(processors) processors, load \(load.digits) at the start"
        return [machine] + versions.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }

    /// All of it for programs.
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
