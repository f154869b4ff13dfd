/// The pictures that share a decoder process.
public enum DecoderIsolation: Sendable {
    /// Any: a process decodes one picture after the other, and is replaced after 2,000.
    case shared
    /// The pictures of one source, as a pipeline's key names it: a process that a picture took over
    /// never sees another one, nor its colours or its metadata. Encoders that see pixels alone are
    /// shared.
    ///
    /// Costs a fork for each picture, and one more for a file that keeps metadata or a profile.
    case perSource
}

/// The rule for systems that lack parts of the wall.
public enum WallPolicy: Sendable {
    /// The parts that the system has are used; ``SandboxReport`` lists them.
    case available
    /// `no_new_privs`, seccomp, resource limits, closed descriptors, and Landlock if the kernel has
    /// it; without one of them no sandbox is made.
    case required
}
