/// The parts of the wall around decoder processes that hold on this system.
public struct SandboxReport: Hashable, Sendable {
    /// One part of the wall; the raw value is its name in English.
    public enum Layer: String, Hashable, Sendable, CaseIterable {
        /// No program that is executed gains rights.
        case noNewPrivileges = "no_new_privs"
        /// A list of allowed system calls; any other call ends the process.
        case systemCalls = "seccomp"
        /// No file can be opened; the decoder of SVG reads fonts only (Landlock).
        case files = "Landlock for files"
        /// No TCP port can be bound or connected (Landlock 4, Linux 6.7).
        case ports = "Landlock for TCP"
        /// Limits of memory, processor time, files and core dumps.
        case resources = "resource limits"
        /// Other processes of the user cannot trace it or read its memory.
        case notTraceable = "not dumpable"
        /// Another user if the program runs as root, and no capability.
        case user = "user without capabilities"
        /// No descriptor of the program.
        case descriptors = "closed descriptors"
        /// Its own session; it ends with the program.
        case session = "own session"
        /// Its own user, network and IPC namespaces.
        case namespaces = "namespaces"
        /// A user namespace for each worker that may start threads, so that it takes none of
        /// others; without it the program counts them.
        case ownUser = "own user namespace"
    }

    /// The parts that hold.
    public let layers: Set<Layer>
    /// The required parts that this system could have and lacks.
    public let missing: [Layer]

    init(layers: Set<Layer>, missing: [Layer]) {
        self.layers = layers
        self.missing = missing
    }
}
