#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The fields of a sequence header that bound the frames after it (AV1, section 5.5).
    struct AV1Sequence {
        /// The maximum width and height in the header.
        private(set) var size = PixelSize(width: 0, height: 0)
        /// The maximum width and height of a frame with its own size.
        private(set) var largestSize = PixelSize(width: 0, height: 0)
        /// Twice the samples of all planes for each pixel: 3 for 4:2:0, 6 for 4:4:4.
        private(set) var halfSamples = 6
        /// The bytes of a sample.
        private(set) var sampleBytes = 1
        private var isReduced = false
        /// The bits of a shown frame's presentation time; 0 if it has none.
        private var timeBits = 0
        /// The bits of a frame's number; 0 if it has none.
        private var numberBits = 0
        /// `true` if each frame has a flag for screen content tools.
        private var choosesScreenTools = true
        private var hasScreenTools = true
        /// `true` if each frame with these tools has a flag for motion in whole pixels.
        private var choosesWholeMotion = true

        /// The maximum length in bytes of a header, with 32 operating points.
        private static let longestHeader = 512

        /// Reads the sequence header in the payload of a unit; nil if it is truncated.
        init?(_ unit: RawSpan) {
            var bits = BitReader(unit.prefixBytes(Self.longestHeader)[...], .big)
            let profile = bits.read(3)
            bits.skip(1)
            isReduced = bits.readFlag()
            if isReduced { bits.skip(5) } else { readPoints(&bits) }
            readSize(&bits)
            readTools(&bits)
            readColours(&bits, profile: profile)
            guard !bits.isPastEnd else { return nil }
        }

        /// Reads the timing information and the operating points.
        private mutating func readPoints(_ bits: inout BitReader) {
            var delayBits: Int?
            if bits.readFlag() {
                bits.skip(64)
                let isEqual = bits.readFlag()
                if isEqual { _ = bits.readCode() }
                if bits.readFlag() {
                    delayBits = bits.read(5) + 1
                    bits.skip(32 + 5)
                    let length = bits.read(5) + 1
                    timeBits = isEqual ? 0 : length
                }
            }
            let hasDisplayDelay = bits.readFlag()
            let count = bits.read(5) + 1
            for _ in 0..<count {
                bits.skip(12)
                if bits.read(5) > 7 { bits.skip(1) }
                if let delayBits, bits.readFlag() { bits.skip(2 * delayBits + 1) }
                if hasDisplayDelay, bits.readFlag() { bits.skip(4) }
            }
        }

        private mutating func readSize(_ bits: inout BitReader) {
            let (width, height) = (bits.read(4) + 1, bits.read(4) + 1)
            largestSize = PixelSize(width: 1 << width, height: 1 << height)
            size = PixelSize(width: bits.read(width) + 1, height: bits.read(height) + 1)
        }

        private mutating func readTools(_ bits: inout BitReader) {
            if !isReduced, bits.readFlag() { numberBits = bits.read(4) + 2 + bits.read(3) + 1 }
            bits.skip(3)
            if !isReduced {
                bits.skip(4)
                let hasOrder = bits.readFlag()
                if hasOrder { bits.skip(2) }
                choosesScreenTools = bits.readFlag()
                if !choosesScreenTools { hasScreenTools = bits.readFlag() }
                if hasScreenTools {
                    choosesWholeMotion = bits.readFlag()
                    if !choosesWholeMotion { bits.skip(1) }
                }
                if hasOrder { bits.skip(3) }
            }
            bits.skip(3)
        }

        /// Reads depth and subsampling (section 5.5.2).
        private mutating func readColours(_ bits: inout BitReader, profile: Int) {
            let isDeep = bits.readFlag()
            let isDeepest = profile == 2 && isDeep && bits.readFlag()
            sampleBytes = isDeep ? 2 : 1
            let isGray = profile != 1 && bits.readFlag()
            // Primaries, curve and matrix; sRGB stored as RGB has a short form.
            let isRGB = bits.readFlag() && bits.read(24) == 0x01_0D_00
            if isGray {
                halfSamples = 2
                bits.skip(1)
                return
            }
            if isRGB { return }
            bits.skip(1)
            switch profile {
            case 0: halfSamples = 3
            case 1: halfSamples = 6
            default:
                let isHalfWide = isDeepest ? bits.readFlag() : true
                let isHalfHigh = isDeepest && isHalfWide ? bits.readFlag() : false
                halfSamples = isHalfWide ? (isHalfHigh ? 3 : 4) : 6
            }
        }

        /// Returns `true` if the frame header at the start of `unit` has its own size; nil if it
        /// only shows an earlier frame (section 5.9.2).
        func hasOwnSize(frame unit: RawSpan) -> Bool? {
            if isReduced { return false }
            var bits = BitReader(unit.prefixBytes(16)[...], .big)
            if bits.readFlag() { return nil }
            let (kind, isShown) = (bits.read(2), bits.readFlag())
            bits.skip(isShown ? timeBits : 1)
            // Switch frames and shown key frames are always error resilient.
            if kind != 3, kind != 0 || !isShown { bits.skip(1) }
            bits.skip(1)
            let usesScreenTools = choosesScreenTools ? bits.readFlag() : hasScreenTools
            if usesScreenTools, choosesWholeMotion { bits.skip(1) }
            bits.skip(numberBits)
            return kind == 3 || bits.readFlag()
        }
    }
#endif
