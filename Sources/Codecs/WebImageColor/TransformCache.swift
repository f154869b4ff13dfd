#if Color
    import Synchronization
    import WebImageCoding

    /// A cache of the most recently used transforms by the bytes of their profiles.
    final class TransformCache: Sendable {
        private struct Entry {
            let profile: ByteBlock
            let samples: ColorTransform.Samples
            let transform: ColorTransform
        }

        private static let capacity = 8
        /// The maximum size in bytes of a cached profile, which bounds the memory of hostile files.
        private static let largestProfile = 4 << 20
        /// The entries, most recently used first.
        private let entries = Mutex<[Entry]>([])

        /// Returns the transform of `profile`; a missing one is created outside of the lock.
        ///
        /// - Throws: `CodecError` if the profile is damaged or does not fit the pixels.
        func transform(
            from profile: ByteBlock, _ samples: ColorTransform.Samples
        ) throws(CodecError) -> ColorTransform {
            if let found = entries.withLock({ Self.find(profile, samples, in: &$0) }) {
                return found
            }
            let made = try ColorTransform(from: profile, samples)
            guard profile.count <= Self.largestProfile else { return made }
            entries.withLock { entries in
                entries.insert(Entry(profile: profile, samples: samples, transform: made), at: 0)
                if entries.count > Self.capacity { entries.removeLast() }
            }
            return made
        }

        private static func find(
            _ profile: ByteBlock, _ samples: ColorTransform.Samples, in entries: inout [Entry]
        ) -> ColorTransform? {
            let index = entries.firstIndex {
                $0.samples == samples && $0.profile.count == profile.count
                    && ($0.profile === profile || $0.profile == profile)
            }
            guard let index else { return nil }
            let entry = entries.remove(at: index)
            entries.insert(entry, at: 0)
            return entry.transform
        }
    }
#endif
