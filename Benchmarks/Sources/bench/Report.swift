import Glibc

/// Measured figures, as a table for people and as JSON for programs.
struct Report {
    private struct Figure {
        let group: String
        let name: String
        let value: Double
        let unit: String
    }

    private var figures: [Figure] = []
    /// The number of groups that could not be measured.
    private(set) var failureCount = 0

    /// Measures a group; a failure is told and leaves the other groups alone.
    mutating func run(_ measure: (inout Report) throws -> Void) {
        do { try measure(&self) } catch { fail(error) }
    }

    /// Measures a group; a failure is told and leaves the other groups alone.
    mutating func run(_ measure: (inout Report) async throws -> Void) async {
        do { try await measure(&self) } catch { fail(error) }
    }

    private mutating func fail(_ error: any Error) {
        failureCount += 1
        print("bench: \(error)")
    }

    mutating func add(_ group: String, _ name: String, _ value: Double, _ unit: String) {
        figures.append(Figure(group: group, name: name, value: value, unit: unit))
    }

    /// Wall and processor time in microseconds.
    mutating func add(_ group: String, _ name: String, _ cost: Cost) {
        add(group, "\(name), wall", cost.wall * 1e6, "µs")
        add(group, "\(name), CPU", cost.cpu * 1e6, "µs")
    }

    /// A line for each figure, a headline for each group.
    var table: String {
        let width = figures.map(\.name.count).max() ?? 0
        var lines: [String] = []
        var group = ""
        for figure in figures {
            if figure.group != group {
                group = figure.group
                lines += ["", group]
            }
            let name = figure.name + String(repeating: " ", count: width - figure.name.count)
            let value = Self.rounded(figure.value)
            let padding = String(repeating: " ", count: max(0, 10 - value.count))
            lines.append("  \(name)  \(padding)\(value) \(figure.unit)")
        }
        return lines.joined(separator: "\n")
    }

    /// An object of the time, the number of processors and all figures.
    var json: String {
        let entries = figures.map {
            "    {\"group\": \"\($0.group)\", \"name\": \"\($0.name)\", "
                + "\"value\": \(Self.rounded($0.value)), \"unit\": \"\($0.unit)\"}"
        }
        return """
            {
              "time": \(time(nil)),
              "processors": \(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
              "figures": [
            \(entries.joined(separator: ",\n"))
              ]
            }

            """
    }

    /// Three digits that count, all of those before the point.
    private static func rounded(_ value: Double) -> String {
        let places = value >= 100 ? 1.0 : value >= 10 ? 10 : 100
        let rounded = (value * places).rounded() / places
        return places == 1 ? String(Int(rounded)) : String(rounded)
    }
}
