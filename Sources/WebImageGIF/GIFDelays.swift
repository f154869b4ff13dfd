#if GIF
    /// Turns durations into the hundredths of a second that a GIF counts in.
    struct GIFDelays {
        /// What the delays so far are behind the durations, in nanoseconds.
        private var missing = 0
        private static let hundredth = 10_000_000

        /// The delay of the next frame, rounded so that an animation keeps its pace.
        ///
        /// A duration that players respect is written as 2 at least, since they show 1 as 10.
        mutating func next(_ duration: Duration) -> Int {
            let parts = duration.components
            let seconds = Int(min(max(parts.seconds, 0), 1000))
            let exact = seconds * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
            let wanted = max(exact + missing, 0)
            let least = duration < .milliseconds(11) ? 0 : 2
            let rounded = (wanted + Self.hundredth / 2) / Self.hundredth
            let delay = min(max(rounded, least), 0xFFFF)
            // What a bound took or gave is not made good by other frames.
            missing = delay == rounded ? wanted - delay * Self.hundredth : 0
            return delay
        }
    }
#endif
