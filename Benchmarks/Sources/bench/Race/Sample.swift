/// What one round of a contestant cost, each operation of it.
struct Sample {
    /// User and system time of all threads, in seconds.
    let cpu: Double
    /// Seconds from start to end.
    let wall: Double
    /// The most memory of a process of its own, in bytes; nil where the process stays.
    var peakBytes: Double?
}
