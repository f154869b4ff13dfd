#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    package import WebImageCoding
    package import WebImagePixels

    /// An encoder that pixels have taken over: the width is the number of what it then tries.
    package struct AttackEncoder: ImageEncoder {
        package init() {}

        package var identity: String { "attack/1" }
        package var format: ImageFormat { .attack }

        package func encode(
            _ bitmap: Bitmap, settings: EncodeSettings
        ) throws(CodecError) -> ByteBlock {
            switch bitmap.size.width {
            case Self.fill: throw .encoding(.attack, AttackDecoder.fill())
            case Self.threads: throw .encoding(.attack, "\(Self.startThreads())")
            default: AttackDecoder.spy()
            }
        }

        /// The widths of pictures.
        package static let (spy, fill, threads) = (1, 2, 3)

        /// Starts threads that never end, until there is none; returns their number.
        private static func startThreads() -> Int {
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            pthread_attr_setstacksize(&attributes, 64 << 10)
            var thread = pthread_t()
            var count = 0
            while count < 1000,
                pthread_create(&thread, &attributes, { _ in while true { sleep(100) } }, nil) == 0
            {
                count += 1
            }
            return count
        }
    }
#endif
