#if GTK

    import Synchronization
    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting

    /// A scripted origin of pictures, and a pipeline with a memory cache of its own, by default
    /// without a disk.
    struct ViewOrigin {
        let loader: ScriptedLoader
        let pipeline: ImagePipeline
        private let log = Log()

        /// The requests so far, with the size that was asked for.
        final class Log: Sendable {
            let sizes = Mutex<[PixelSize?]>([])
            let isRepaired = Mutex(false)
            let isBroken = Mutex(false)
        }

        /// Ends the failures.
        func repair() {
            log.isRepaired.withLock { $0 = true }
            log.isBroken.withLock { $0 = false }
        }

        /// Makes all loads fail, and forgets the pictures in memory.
        func breakDown() {
            log.isBroken.withLock { $0 = true }
            pipeline.memory.removeAll()
        }

        /// The target sizes of all loads.
        var sizes: [PixelSize?] { log.sizes.withLock { $0 } }

        /// Creates an origin; a URL that ends with `missing` fails until ``repair()``.
        init(isFrozen: Bool = false, memory: Int = 1 << 26, disk: DiskCache? = nil) {
            let log = log
            // Without a disk a picture is fresh in memory.
            let headers: HeaderFields = disk == nil ? [:] : ["Cache-Control": "max-age=3600"]
            loader = ScriptedLoader(isFrozen: isFrozen) { request in
                log.sizes.withLock { $0.append(request.options.targetSize) }
                let isRepaired = log.isRepaired.withLock { $0 }
                let isBroken = log.isBroken.withLock { $0 }
                guard case .url(let url) = request.source, !isBroken,
                    isRepaired || !url.hasSuffix("missing")
                else {
                    throw LoadFailure(.other, "there is no such picture")
                }
                let name = url.split(separator: "/").last.map(String.init) ?? ""
                let bytes = TestPicture.bytes(named: name)
                return LoadedBody(
                    head: ResponseHead(url: url, headers: headers), origin: .network,
                    expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
            }
            pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: memory), disk: disk, loader: loader,
                codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
        }

        static func url(_ name: String) -> String { "https://example.com/\(name)" }
    }

    /// Pictures whose pixels tell their name, width and height: `WIDTHxHEIGHT-NUMBER`.
    enum TestPicture {
        /// Returns a picture of four quarters, whose colour follows from a number.
        static func bitmap(_ size: PixelSize, number: Int = 0) -> Bitmap {
            var bitmap = Bitmap(size: size, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    bitmap[x, y] = color(
                        number,
                        quarter: (x * 2 >= size.width ? 1 : 0) + (y * 2 >= size.height ? 2 : 0))
                }
            }
            return bitmap
        }

        /// The colour of a quarter: blue and green hold the number, red the quarter.
        static func color(_ number: Int, quarter: Int) -> SIMD4<UInt8> {
            SIMD4(UInt8(number & 255), UInt8(number >> 8 & 255), UInt8(60 * quarter + 20), 255)
        }

        static func plain(_ size: PixelSize, _ color: SIMD4<UInt8>) -> Bitmap {
            var bitmap = Bitmap(size: size, isOpaque: color.w == 255)
            for y in 0..<size.height { for x in 0..<size.width { bitmap[x, y] = color } }
            return bitmap
        }

        static func bytes(named name: String) -> ByteBlock {
            let parts = name.split(separator: "-")
            let sides = (parts.first ?? "").split(separator: "x").compactMap { Int($0) }
            let size = sides.count == 2 ? PixelSize(sides[0], sides[1]) : PixelSize(200, 150)
            let number = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            let picture = bitmap(size, number: number)
            guard let bytes = try? BMPEncoder().encode(picture, settings: EncodeSettings()) else {
                preconditionFailure("An opaque picture always encodes.")
            }
            return bytes
        }
    }

#endif
