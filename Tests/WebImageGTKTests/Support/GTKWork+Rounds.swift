#if GTK

    import Foundation
    import WebImageGTK

    extension GTKWork {
        /// The longest block of the library's code between two returns to GTK; more if a sanitizer
        /// makes all code slower by a factor.
        static let limit = Duration.milliseconds(4) * slowness

        private static let slowness =
            ProcessInfo.processInfo.environment["WEBIMAGE_SLOWNESS"].flatMap { Int($0) } ?? 1

        /// Measures a round, and again if a block is too long: a busy machine that interrupts a
        /// block lengthens it, but not in each round.
        @GTKActor static func blocks(of round: @GTKActor () async -> Void) async -> Blocks {
            for _ in 0..<2 {
                startMeasuring()
                await round()
                let blocks = stopMeasuring()
                if blocks.longest <= limit { return blocks }
                print("again: \(blocks.longest) (\(blocks.longestName))")
            }
            startMeasuring()
            await round()
            return stopMeasuring()
        }
    }

#endif
