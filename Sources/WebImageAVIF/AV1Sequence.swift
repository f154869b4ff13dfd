#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The parts of a sequence header that bound the frames behind it (AV1, section 5.5).
    struct AV1Sequence {
        /// The largest width and height that the header allows.
        private(set) var size = PixelSize(width: 0, height: 0)
        /// The largest width and height that a frame can claim by a size of its own.
        private(set) var largestSize = PixelSize(width: 0, height: 0)
        /// Twice the samples of all planes for each pixel: 3 for 4:2:0, 6 for 4:4:4.
        private(set) var halfSamples = 6
        /// Bytes of each sample.
        private(set) var sampleBytes = 1
        private var isReduced = false
        /// The bits of the time that a shown frame tells; 0 if it tells none.
        private var timeBits = 0
        /// The bits of a frame's number; 0 if it has none.
        private var numberBits = 0
        /// `true` if each frame says whether it has tools for screen content.
        private var choosesScreenTools = true
        private var hasScreenTools = true
        /// `true` if each frame with these tools says whether its motion is in whole pixels.
        private var choosesWholeMotion = true

        /// Memory for the longest header: that of 32 operating points.
        private static let longestHeader = 512

        /// Reads the header in a unit without its head; nil if it ends early.
        init?(_ unit: RawSpan) {
            var bits = AV1Bits(unit, count: Self.longestHeader)
            let profile = bits.read(3)
            bits.skip(1)
            isReduced = bits.readFlag()
            if isReduced { bits.skip(5) } else { readPoints(&bits) }
            readSize(&bits)
            readTools(&bits)
            readColours(&bits, profile: profile)
            guard !bits.isPastEnd else { return nil }
        }

        /// Reads times and operating points.
        private mutating func readPoints(_ bits: inout AV1Bits) {
            var delayBits: Int?
            if bits.readFlag() {
                bits.skip(64)
                let isEqual = bits.readFlag()
                if isEqual { bits.skipNumber() }
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

        private mutating func readSize(_ bits: inout AV1Bits) {
            let (width, height) = (bits.read(4) + 1, bits.read(4) + 1)
            largestSize = PixelSize(width: 1 << width, height: 1 << height)
            size = PixelSize(width: bits.read(width) + 1, height: bits.read(height) + 1)
        }

        private mutating func readTools(_ bits: inout AV1Bits) {
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
        private mutating func readColours(_ bits: inout AV1Bits, profile: Int) {
            let isDeep = bits.readFlag()
            let isDeepest = profile == 2 && isDeep && bits.readFlag()
            sampleBytes = isDeep ? 2 : 1
            let isGray = profile != 1 && bits.readFlag()
            // Primaries, curve and matrix; sRGB as red, green and blue has a form of its own.
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

        /// Returns whether the frame whose header `unit` begins with has a size of its own, nil if
        /// it only shows an earlier one again (section 5.9.2).
        func hasOwnSize(frame unit: RawSpan) -> Bool? {
            if isReduced { return false }
            var bits = AV1Bits(unit, count: 16)
            if bits.readFlag() { return nil }
            let (kind, isShown) = (bits.read(2), bits.readFlag())
            bits.skip(isShown ? timeBits : 1)
            // A switch frame, and a key frame that is shown, are robust against errors anyway.
            if kind != 3, kind != 0 || !isShown { bits.skip(1) }
            bits.skip(1)
            let usesScreenTools = choosesScreenTools ? bits.readFlag() : hasScreenTools
            if usesScreenTools, choosesWholeMotion { bits.skip(1) }
            bits.skip(numberBits)
            return kind == 3 || bits.readFlag()
        }
    }
#endif
