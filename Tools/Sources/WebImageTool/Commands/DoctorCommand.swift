import ArgumentParser
import WebImage
import WebImageSandbox

/// `webimage doctor`: reports what this system offers.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tells which parts of the sandbox for decoders this system offers.",
        discussion: """
            The exit status is 1 if a part is missing that protects files and connections: the list of \
            system calls, Landlock where the kernel has it, limits of resources.

            Example:
              webimage doctor --json
            """)

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func run() throws {
        do {
            let report = try SandboxReport.make()
            Output.standard.result(json ? Self.object(report, nil).text : Self.lines(report))
            guard report.missing.isEmpty else { throw ExitCode.failure }
        } catch let error as SandboxError {
            if json {
                Output.standard.result(Self.object(nil, error).text)
            } else {
                Output.standard.message("webimage: \(error)")
            }
            throw ExitCode.failure
        }
    }

    private static func lines(_ report: SandboxReport) -> String {
        let layers = SandboxReport.Layer.allCases.map { layer in
            let state =
                report.layers.contains(layer)
                ? "yes" : report.missing.contains(layer) ? "MISSING" : "no"
            let padding = String(repeating: " ", count: 28 - layer.rawValue.count)
            return "\(layer.rawValue)\(padding)\(state)"
        }
        return (layers + [""] + allowances).joined(separator: "\n")
    }

    /// The table of what a process may have.
    private static var allowances: [String] {
        let columns = [10, 9, 9, 9]
        let head = ["work", "memory", "shared", "threads", "time"]
        return ([head] + WorkerClass.allCases.map { row(of: $0) }).map { cells in
            zip(cells, columns + [0]).map { cell, width in
                cell + String(repeating: " ", count: max(width - cell.count, 0))
            }.joined()
        }
    }

    private static func row(of work: WorkerClass) -> [String] {
        let allowance = WorkerAllowances()[work]
        return [
            work.rawValue, "\(allowance.memory >> 20) MB", "\(allowance.sharedMemory >> 20) MB",
            "\(allowance.threads)", "\(allowance.time.components.seconds) s",
        ]
    }

    private static func object(_ report: SandboxReport?, _ error: SandboxError?) -> JSONValue {
        let layers = SandboxReport.Layer.allCases.map { layer in
            (name: layer.rawValue, value: JSONValue.bool(report?.layers.contains(layer) ?? false))
        }
        let workers = WorkerClass.allCases.map { work in
            let allowance = WorkerAllowances()[work]
            let members: [(name: String, value: JSONValue)] = [
                ("memory", .number(allowance.memory)),
                ("sharedMemory", .number(allowance.sharedMemory)),
                ("threads", .number(allowance.threads)),
                ("seconds", .number(Int(allowance.time.components.seconds))),
            ]
            return (name: work.rawValue, value: JSONValue.object(members))
        }
        return .object([
            ("sandbox", .bool(report?.missing.isEmpty ?? false)),
            ("layers", .object(layers)),
            ("missing", .list(report?.missing.map { .text($0.rawValue) } ?? [])),
            ("workers", .object(workers)),
            ("error", error.map { .text("\($0)") } ?? .null),
        ])
    }
}
