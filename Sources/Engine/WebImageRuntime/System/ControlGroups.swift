/// The visible control groups of this process.
///
/// A container has the limits of its group and of all groups above it.
/// Linux, Documentation/admin-guide/cgroup-v2.rst and Documentation/admin-guide/cgroup-v1.
package struct ControlGroups: Sendable {
    /// A group of one of the two versions, which name their files differently.
    package struct Group: Sendable {
        /// The folder, without a slash at its end.
        package let folder: String
        /// `true` for version 2.
        package let isUnified: Bool

        /// Returns the words of one of its files; none if it cannot be read.
        package func words(_ name: String) -> [Substring] {
            SystemFile.text("\(folder)/\(name)")?.split(whereSeparator: \.isWhitespace) ?? []
        }
    }

    /// The groups, from the top; always with the topmost of both versions.
    package let groups: [Group]

    /// Finds the groups of a controller such as "memory".
    ///
    /// - Parameter root: The folder of `/proc` and `/sys`, without a slash at its end.
    package init(root: String, controller: String) {
        let base = "\(root)/sys/fs/cgroup"
        let separate = "\(base)/\(controller)"
        var groups = [
            Group(folder: base, isUnified: true), Group(folder: separate, isUnified: false),
        ]
        // Lines of "0::/path" (version 2) and "4:memory:/path" (version 1).
        for line in SystemFile.text("\(root)/proc/self/cgroup")?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isUnified = parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else {
                continue
            }
            var folder = isUnified ? base : separate
            // The path of an invisible group begins with "..".
            for name in parts[2].split(separator: "/") where name != ".." {
                folder += "/\(name)"
                groups.append(Group(folder: folder, isUnified: isUnified))
            }
        }
        self.groups = groups
    }
}
