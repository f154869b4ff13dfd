#if Sandbox && os(Linux)
    import Synchronization
    import WebImageCoding
    import WebImagePixels

    /// A converter of colours whose twin reads the profiles of workers' pictures in a worker.
    struct RemoteColorConverter: ColorConverting {
        let twin: any ColorConverting
        let pool: DecoderPool
        let profiles: RemoteProfiles

        var identity: String { twin.identity }
        var sampleFormats: Set<SampleFormat> { twin.sampleFormats }

        func convertToSRGB(
            _ bitmap: inout Bitmap, from color: ColorDescription
        ) throws(CodecError) {
            // Profiles of code points are built by this program.
            guard let profile = color.profile, profiles.contains(profile) else {
                try twin.convertToSRGB(&bitmap, from: color)
                return
            }
            let picture = bitmap
            guard case .converted(let result) = try call(.convert, profile, picture) else {
                throw .workerEnded(Self.format, .answer("another operation's"))
            }
            bitmap = result
        }

        func describe(_ profile: ByteBlock) -> String? {
            guard profiles.contains(profile) else { return twin.describe(profile) }
            guard case .description(let text) = try? call(.describe, profile, nil) else {
                return nil
            }
            return text
        }

        private func call(
            _ operation: Message.Operation, _ profile: ByteBlock, _ bitmap: Bitmap?
        ) throws(CodecError) -> DecodeResult {
            var request = DecodeRequest(operation, Self.format, byteCount: profile.count)
            request.picture = bitmap.map { WirePicture($0) }
            return try profile.withUnsafeBytes { bytes throws(CodecError) in
                try pool.call(request, bytes, bitmap)
            }
        }

        private static let format = ImageFormat(rawValue: "icc")
    }

    /// The profiles that workers have read from pictures, known by a hash of their bytes.
    ///
    /// If all formats are decoded in workers, or once there are too many profiles, all of them
    /// count, the program's own too.
    final class RemoteProfiles: Sendable {
        private static let capacity = 65_536
        private let hashes = Mutex<Set<Int>>([])
        private let containsAll: Bool

        init(containsAll: Bool) { self.containsAll = containsAll }

        func insert(_ profile: ByteBlock) {
            guard !containsAll else { return }
            let hash = Self.hash(profile)
            hashes.withLock { hashes in
                if hashes.count < Self.capacity { hashes.insert(hash) }
            }
        }

        func contains(_ profile: ByteBlock) -> Bool {
            guard !containsAll else { return true }
            let hash = Self.hash(profile)
            return hashes.withLock { $0.contains(hash) || $0.count >= Self.capacity }
        }

        private static func hash(_ profile: ByteBlock) -> Int {
            profile.withUnsafeBytes { bytes in
                var hasher = Hasher()
                hasher.combine(bytes: bytes)
                return hasher.finalize()
            }
        }
    }
#endif
