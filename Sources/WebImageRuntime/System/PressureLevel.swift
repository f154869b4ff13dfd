/// How short of memory the system is.
package enum PressureLevel: Int, Sendable, Comparable {
    /// Some work waits for memory.
    case some
    /// All work does, or the limit is near.
    case full

    /// Whether one is milder than the other.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
