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
            case Self.size: Self.tellSize(bitmap.size)
            case Self.padding: throw .encoding(.attack, "\(Self.padding(of: bitmap))")
            default: AttackDecoder.spy()
            }
        }

        /// The widths of pictures.
        package static let (spy, fill, threads, size, padding) = (1, 2, 3, 4, 5)

        /// Answers with an empty file, one pixel wider than the picture.
        private static func tellSize(_ size: PixelSize) -> Never {
            let numbers = [0, size.width + 1, size.height].map { number in
                withUnsafeBytes(of: Int64(number).littleEndian) { Array($0) }
            }
            AttackDecoder.send([1] + numbers[0] + [1] + numbers[1] + numbers[2])
            AttackDecoder().sleepForever()
        }

        /// Returns the number of bytes behind the rows that are not zero.
        private static func padding(of bitmap: Bitmap) -> Int {
            bitmap.withUnsafeRows { rows in
                (0..<bitmap.size.height).reduce(0) { sum, y in
                    let row = rows + y * bitmap.bytesPerRow
                    return sum
                        + (bitmap.size.width * 4..<bitmap.bytesPerRow).count { row[$0] != 0 }
                }
            }
        }

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
