/// The cost of one operation of a contestant in one round.
struct Sample {
    /// User and system time of all threads, in seconds.
    let cpu: Double
    /// Seconds from start to end.
    let wall: Double
    /// The peak memory in bytes of a process of its own; `nil` for a process that stays.
    var peakBytes: Double?
}
