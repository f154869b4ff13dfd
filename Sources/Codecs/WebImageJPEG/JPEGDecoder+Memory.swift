#if JPEG
    public import WebImageCoding
    import WebImagePixels

    extension JPEGDecoder {
        /// Returns the memory of the decoded bitmap and rows; several scans add all coefficients.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let frame = JPEGFrame(bytes), !frame.size.isEmpty else { return nil }
            // At most the sides are swapped, which hardly alters the scale.
            let scale = JPEGScale(
                for: frame.size, orientation: .up, downsampling: options.downsampling)
            let eighths = Int(scale.eighths)
            let decoded = PixelSize(
                width: (frame.size.width * eighths + 7) / 8,
                height: (frame.size.height * eighths + 7) / 8)
            let rows = 64 << 10 + 64 * frame.size.width
            let coefficients = frame.hasOneScan ? 0 : frame.coefficientByteCount
            return MemoryDemand(
                size: frame.size, byteCount: decoded.area * 4 + coefficients + rows,
                turns: frame.hasExif)
        }
    }

    /// The memory-related facts from the markers before the first scan, read without libjpeg.
    struct JPEGFrame {
        private(set) var size = PixelSize(width: 0, height: 0)
        /// `true` if the first scan holds all components with all of their bits.
        private(set) var hasOneScan = false
        private(set) var hasExif = false
        /// The bytes of coefficients that libjpeg keeps for an image of several scans.
        private(set) var coefficientByteCount = 0
        private var componentCount = 0
        private var isProgressive = false

        /// Returns nil if there is no scan, or no frame before the first scan.
        init?(_ bytes: RawSpan) {
            let found = bytes.withUnsafeBytes { read($0) }
            guard found else { return nil }
        }

        /// Reads the markers up to the first scan.
        private mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var place = 2
            while place + 4 <= bytes.count {
                guard bytes[place] == 0xFF else { place += 1; continue }
                let marker = bytes[place + 1]
                // Fill bytes, and markers without a segment.
                guard marker != 0xFF, marker != 0, marker != 1, !(0xD0...0xD8).contains(marker)
                else {
                    place += marker == 0xFF ? 1 : 2
                    continue
                }
                let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
                guard end <= bytes.count, end >= place + 4 else { return false }
                let body = UnsafeRawBufferPointer(rebasing: bytes[(place + 4)..<end])
                switch marker {
                case 0xDA:
                    guard let count = body.first else { return false }
                    hasOneScan = !isProgressive && Int(count) == componentCount
                    return componentCount > 0
                case 0xD9: return false
                case 0xE1: hasExif = hasExif || body.starts(with: [0x45, 0x78, 0x69, 0x66])
                case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                    guard readFrame(body, marker) else { return false }
                default: break
                }
                place = end
            }
            return false
        }

        private mutating func readFrame(_ body: UnsafeRawBufferPointer, _ marker: UInt8) -> Bool {
            guard body.count >= 6, body.count >= 6 + 3 * Int(body[5]) else { return false }
            size = PixelSize(
                width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
            componentCount = Int(body[5])
            isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
            let factors = (0..<componentCount).map { index -> (width: Int, height: Int) in
                let byte = Int(body[7 + 3 * index])
                return (max(byte >> 4, 1), max(byte & 15, 1))
            }
            let most = (factors.map(\.width).max() ?? 1, factors.map(\.height).max() ?? 1)
            // Two bytes a coefficient, in whole blocks.
            coefficientByteCount = factors.reduce(0) { sum, factor in
                let width = size.width * factor.width / most.0 + 16
                let height = size.height * factor.height / most.1 + 16
                return sum + width * height * 2
            }
            return true
        }
    }
#endif
