package import WebImageRuntime

/// How often a control group ran into its limits: the lines of `memory.events` (Linux,
/// Documentation/admin-guide/cgroup-v2.rst).
package struct GroupEvents: Sendable {
    private let counts: [Substring: Int]

    /// Reads the lines "name count"; others say nothing.
    package init(_ text: String) {
        var counts: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let count = Int(words[1]) { counts[words[0]] = count }
        }
        self.counts = counts
    }

    /// What happened since: over the group's soft limit or at its hard one, or out of memory.
    package func level(since former: GroupEvents) -> PressureLevel? {
        func isMore(_ name: Substring) -> Bool { counts[name] ?? 0 > former.counts[name] ?? 0 }
        if isMore("oom") || isMore("oom_kill") { return .full }
        return isMore("high") || isMore("max") ? .some : nil
    }
}
