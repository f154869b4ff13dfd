#if GIF
    /// A converter of durations to the hundredths of a second that GIF stores.
    struct GIFDelays {
        /// The accumulated durations minus the accumulated delays, in nanoseconds.
        private var missing = 0
        private static let hundredth = 10_000_000

        /// Returns the delay of the next frame, rounded so that rounding errors do not accumulate.
        ///
        /// Durations from 11 ms give at least 2, since players show a delay of 1 as 10.
        mutating func next(_ duration: Duration) -> Int {
            let parts = duration.components
            let seconds = Int(min(max(parts.seconds, 0), 1000))
            let exact = seconds * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
            let wanted = max(exact + missing, 0)
            let least = duration < .milliseconds(11) ? 0 : 2
            let rounded = (wanted + Self.hundredth / 2) / Self.hundredth
            let delay = min(max(rounded, least), 0xFFFF)
            // The error of a clamped delay is not carried to other frames.
            missing = delay == rounded ? wanted - delay * Self.hundredth : 0
            return delay
        }
    }
#endif
