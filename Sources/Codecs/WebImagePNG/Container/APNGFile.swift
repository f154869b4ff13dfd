#if PNG
    import CPNGShim
    import WebImageCoding
    import WebImagePixels

    /// An animated PNG that is assembled from still files.
    ///
    /// W3C PNG, third edition, section 11.3.4.
    struct APNGFile {
        private var blocks: [ByteBlock] = []
        /// The bytes after `blocks`, in which small frames are collected.
        ///
        /// A block for each frame would fragment the memory that bitmaps are allocated from.
        private var pending: [UInt8] = []
        private static let blockByteCount = 256 << 10
        private var sequence: UInt32 = 0
        private let frameCount: Int
        private let loopCount: Int

        init(frameCount: Int, loopCount: Int) {
            self.frameCount = frameCount
            self.loopCount = loopCount
        }

        /// Appends a frame with the pixels of the PNG file `still`.
        ///
        /// The other chunks of the first file become the animation's.
        mutating func append(
            _ still: ByteBlock, at rect: PixelRect, duration: Duration, blends: Bool
        ) {
            let isFirst = sequence == 0
            var isControlled = false
            var head = isFirst ? PNGParser.signature : []
            still.withSpan { bytes in
                var place = 8
                while let length = bytes.u32(at: place, .big).map({ Int($0) }),
                    let range = bytes.range(at: place, count: length + 12)
                {
                    let isPixels = bytes.has("IDAT", at: place + 4)
                    if isPixels, !isControlled {
                        if isFirst { head += animationControl }
                        head += control(rect, duration, blends)
                        isControlled = true
                    }
                    if isPixels, !isFirst {
                        let body = bytes.extracting(place + 8..<place + 8 + length)
                        head += chunk("fdAT", number() + body.prefixBytes(length))
                    } else if isFirst, !bytes.has("IEND", at: place + 4) {
                        head += bytes.extracting(range).prefixBytes(length + 12)
                    }
                    place = range.upperBound
                }
            }
            pending += head
            guard pending.count >= Self.blockByteCount else { return }
            blocks.append(ByteBlock(copying: pending))
            pending.removeAll(keepingCapacity: true)
        }

        /// Returns the complete file.
        func finish() -> ByteBlock {
            ByteBlock.joining(blocks + [ByteBlock(copying: pending + chunk("IEND", []))])
        }

        private var animationControl: [UInt8] {
            chunk("acTL", big(UInt32(clamping: frameCount)) + big(UInt32(clamping: loopCount)))
        }

        private mutating func control(
            _ rect: PixelRect, _ duration: Duration, _ blends: Bool
        ) -> [UInt8] {
            let place = [rect.size.width, rect.size.height, rect.x, rect.y]
            let (numerator, denominator) = Self.delay(duration)
            return chunk(
                "fcTL",
                number() + place.flatMap { big(UInt32(clamping: $0)) }
                    + [
                        UInt8(numerator >> 8), UInt8(numerator & 0xFF), UInt8(denominator >> 8),
                        UInt8(denominator & 0xFF), 0, blends ? 1 : 0,
                    ])
        }

        private mutating func number() -> [UInt8] {
            defer { sequence &+= 1 }
            return big(sequence)
        }

        /// Returns a delay in seconds as a fraction: whole milliseconds, coarser above a minute.
        static func delay(_ duration: Duration) -> (numerator: Int, denominator: Int) {
            let milliseconds = max((duration / .milliseconds(1)).rounded(), 0)
            for denominator in [1000, 100, 10, 1] {
                let numerator = (milliseconds * Double(denominator) / 1000).rounded()
                if numerator <= 65535 { return (Int(numerator), denominator) }
            }
            return (65535, 1)
        }

        private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            let content = Array(name.utf8) + body
            return big(UInt32(body.count)) + content
                + big(cpng_checksum(0, content, content.count))
        }

        private func big(_ number: UInt32) -> [UInt8] { PNGName(rawValue: number).bytes }
    }
#endif
