#if canImport(Glibc)
    import Glibc
    import WebImage
    import WebImageCoding
    import WebImagePipeline
    import WebImagePixels

    /// One picture that is decoded and transformed while memory is short.
    struct StarvedTrial: Sendable {
        private let small: ByteBlock
        private let large: ByteBlock
        private let transforms: [any ImageTransform]
        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        init(format: ImageFormat, transforms: String) throws {
            self.transforms =
                transforms.isEmpty ? [] : try Vocabulary.standard.read(chain: transforms)
            let encoder = try CodecList.installed.encoder(for: format)
            // The fastest settings of the format.
            let settings = EncodeSettings(effort: 1)
            let encode = { (side: Int) throws(CodecError) in
                try encoder.encode(
                    Bitmap(size: PixelSize(width: side, height: side), isOpaque: true),
                    settings: settings)
            }
            small = try encode(8)
            large = try encode(3000)
        }

        /// Returns the size of the picture, or stage and reason of the failure.
        ///
        /// - Parameter byteCount: The address space that the process may still take.
        func run(leaving byteCount: Int) async throws -> String {
            _ = try await pipeline.image(
                for: ImageRequest(ImageSource.data(small), transforms: transforms))
            LargeMemory.drain()
            try limit(toMore: byteCount)
            do throws(ImageError) {
                let request = ImageRequest(ImageSource.data(large), transforms: transforms)
                return "made \(try await pipeline.image(for: request).image.size)"
            } catch {
                return "refused \(error)"
            }
        }

        private func limit(toMore byteCount: Int) throws {
            var limit = rlimit()
            limit.rlim_cur = rlim_t(try Self.addressSpace() + byteCount)
            limit.rlim_max = limit.rlim_cur
            guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else {
                throw CodecError.limit("no limit can be set")
            }
        }

        /// Returns the address space of the process in bytes.
        private static func addressSpace() throws -> Int {
            let descriptor = open("/proc/self/statm", O_RDONLY)
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &bytes, bytes.count)
            let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            guard let pages = text.split(separator: " ").first.flatMap({ Int($0) }) else {
                throw CodecError.limit("the size of the process cannot be read")
            }
            return pages * Int(getpagesize())
        }
    }
#endif
