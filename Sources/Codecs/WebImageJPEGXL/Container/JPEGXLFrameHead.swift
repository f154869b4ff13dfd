#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// The header of one frame of a codestream, including hidden ones (JPEG XL, part 1, annex F).
    ///
    /// libjxl decodes all frames but reports only those that are shown.
    struct JPEGXLFrameHead {
        /// The fields of the file's header that frames depend on.
        struct File {
            /// The size of the image.
            var size: PixelSize
            /// The number of channels of colour.
            var colorChannels: Int
            /// The number of channels besides colour.
            var extraChannels: Int
            /// `true` if pixels are in the format's own colour space.
            var isXYB: Bool
            /// `true` if frames have durations.
            var isAnimated: Bool
            /// `true` if frames have time codes.
            var hasTimecodes: Bool
        }

        /// The kind of a frame, by its number in the codestream.
        enum Kind: Int {
            case regular, coarse, reference, skipped
        }

        private(set) var kind = Kind.regular
        /// The size of its pixels.
        private(set) var size: PixelSize
        /// `true` for the last frame of the codestream.
        private(set) var isLast = true
        /// `true` if it is shown, alone or together with the hidden frames and layers before it.
        private(set) var isShown = true
        /// The number of sections in its table.
        private(set) var sections = 1
        /// The sections of an eighth of the resolution, which follow the first one; none if there
        /// is only one section.
        private(set) var coarseSections = 0
        /// `true` if pixels are predicted from their neighbours, not transformed to frequencies.
        private(set) var isModular = false
        /// `true` if it has curves that are drawn over its pixels.
        var hasSplines: Bool { flags & 16 != 0 }

        private let file: File
        private var flags: UInt64 = 0
        private var isYCbCr = false
        /// The subsampling shift of the coarsest channel's columns and rows.
        private var (shiftX, shiftY) = (0, 0)
        private var upsampling = 1
        private var groupShift = 1
        private var passes = 1
        private var isPart = false
        private var replaces = true
        private var duration = 0

        private typealias Forms = [(first: Int, bits: Int)]
        private static let powers: Forms = [(1, 0), (2, 0), (4, 0), (8, 0)]
        private static let sides: Forms = [(0, 8), (256, 11), (2304, 14), (18688, 30)]

        /// Reads a header; nil if it is truncated.
        ///
        /// - Parameter isPreview: `true` for the preview before the first frame.
        init?(_ bits: inout BitReader, _ file: File, isPreview: Bool) {
            self.file = file
            size = file.size
            if !bits.readFlag() { read(&bits) }
            guard !bits.isPastEnd else { return nil }
            countSections()
            if isPreview { (isLast, isShown) = (false, true) }
        }

        private mutating func read(_ bits: inout BitReader) {
            kind = Kind(rawValue: bits.read(2)) ?? .regular
            isModular = bits.readFlag()
            flags = bits.readLong()
            if !file.isXYB { isYCbCr = bits.readFlag() }
            readSampling(&bits)
            if isModular { groupShift = bits.read(2) }
            if !isModular, file.isXYB { bits.skip(6) }
            if kind != .reference { readPasses(&bits) }
            if kind == .coarse {
                let level = bits.read([(1, 0), (2, 0), (3, 0), (4, 0)])
                size = size.divided(by: 1 << (3 * level))
            } else if bits.readFlag() {
                readArea(&bits)
            }
            readShowing(&bits)
            bits.skip(8 * bits.read([(0, 0), (0, 4), (16, 5), (48, 10)]))
            skipFilter(&bits)
            skipExtensions(&bits)
        }

        /// Reads the subsampling of the channels.
        private mutating func readSampling(_ bits: inout BitReader) {
            // With this flag, a preceding coarse frame provides a part of this one.
            guard flags & 32 == 0 else { return }
            if isYCbCr {
                for _ in 0..<3 {
                    let mode = bits.read(2)
                    if mode == 1 || mode == 2 { shiftX = 1 }
                    if mode == 1 || mode == 3 { shiftY = 1 }
                }
            }
            upsampling = bits.read(Self.powers)
            for _ in 0..<file.extraChannels { _ = bits.read(Self.powers) }
        }

        private mutating func readPasses(_ bits: inout BitReader) {
            passes = bits.read([(1, 0), (2, 0), (3, 0), (4, 3)])
            guard passes != 1 else { return }
            let count = bits.read([(0, 0), (1, 0), (2, 0), (3, 1)])
            bits.skip(2 * (passes - 1))
            for _ in 0..<count { _ = bits.read(Self.powers) }
            for _ in 0..<count { _ = bits.read([(0, 0), (1, 0), (2, 0), (0, 3)]) }
        }

        /// Reads a position and size that differ from the image's.
        private mutating func readArea(_ bits: inout BitReader) {
            var (x, y) = (0, 0)
            if kind != .reference {
                x = Self.signed(bits.read(Self.sides))
                y = Self.signed(bits.read(Self.sides))
            }
            size = PixelSize(width: bits.read(Self.sides), height: bits.read(Self.sides))
            isPart =
                x > 0 || y > 0 || x + size.width < file.size.width
                || y + size.height < file.size.height
        }

        private static func signed(_ code: Int) -> Int {
            code & 1 == 0 ? code / 2 : -(code + 1) / 2
        }

        /// Reads the blending, the duration, and the reference slot of the frame.
        private mutating func readShowing(_ bits: inout BitReader) {
            let isPicture = kind == .regular || kind == .skipped
            isLast = false
            if isPicture {
                replaces = readBlending(&bits)
                for _ in 0..<file.extraChannels { _ = readBlending(&bits) }
                if file.isAnimated {
                    duration = bits.read([(0, 0), (1, 0), (0, 8), (0, 32)])
                    if file.hasTimecodes { bits.skip(32) }
                }
                isLast = bits.readFlag()
            }
            isShown = isPicture && (isLast || duration > 0)
            guard kind != .coarse else { return }
            let slot = isLast ? 0 : bits.read(2)
            let isKept = !isLast && (duration == 0 || slot != 0)
            if kind == .reference || isKept && isPicture && replaces && !isPart { bits.skip(1) }
        }

        /// Reads the blending of one channel; returns `true` if it replaces the previous content.
        private func readBlending(_ bits: inout BitReader) -> Bool {
            let mode = bits.read([(0, 0), (1, 0), (2, 0), (3, 2)])
            let usesAlpha = file.extraChannels > 0 && (mode == 2 || mode == 3)
            if usesAlpha { _ = bits.read([(0, 0), (1, 0), (2, 0), (3, 3)]) }
            if usesAlpha || mode == 4 { bits.skip(1) }
            if mode != 0 || isPart { bits.skip(2) }
            return mode == 0
        }

        /// Skips the parameters of the filters after decoding.
        private func skipFilter(_ bits: inout BitReader) {
            guard !bits.readFlag() else { return }
            if bits.readFlag(), bits.readFlag() { bits.skip(6 * 16) }
            if bits.read(2) > 0 {
                if !isModular, bits.readFlag() { bits.skip(8 * 16) }
                if bits.readFlag() { bits.skip(5 * 16) }
                if bits.readFlag() { bits.skip((isModular ? 3 : 4) * 16) }
                if isModular { bits.skip(16) }
            }
            skipExtensions(&bits)
        }

        private func skipExtensions(_ bits: inout BitReader) {
            let present = bits.readLong()
            var total = 0
            for _ in 0..<present.nonzeroBitCount {
                let (sum, overflow) = total.addingReportingOverflow(
                    Int(clamping: bits.readLong()))
                total = overflow ? .max : sum
            }
            bits.skip(total)
        }

        private mutating func countSections() {
            let side = isModular ? 128 << groupShift : 256
            let coded = size.divided(by: upsampling)
            let groups = coded.divided(by: side).area
            if groups == 1, passes == 1 { return }
            let (roundX, roundY) = (8 << shiftX, 8 << shiftY)
            let padded = PixelSize(
                width: (coded.width + roundX - 1) / roundX * roundX,
                height: (coded.height + roundY - 1) / roundY * roundY)
            // Sizes have 31 bits at most, so no product overflows.
            coarseSections = padded.divided(by: 8 * side).area
            sections = 2 + coarseSections + groups * passes
        }

        /// Returns the least bytes that libjxl takes for each pixel while it decodes the frame,
        /// rounded down from those that libjxl 0.7 and 0.11 were seen to take.
        ///
        /// A number of four bytes for each channel, or for each besides colour, and at least half
        /// as much again if the channels are split into levels of detail. Alpha that is split so
        /// takes 32 bytes more in a frame of frequencies; no header tells.
        ///
        /// - Parameter isSplit: `true` if channels are split into levels of detail.
        func leastBytesPerPixel(isSplit: Bool) -> Int {
            guard isModular else { return 2 + 4 * file.extraChannels }
            let color = file.isXYB ? 3 : file.colorChannels
            return (color + file.extraChannels) * (isSplit ? 6 : 4)
        }
    }

    extension PixelSize {
        /// Returns the number of blocks of `length` that cover each side.
        fileprivate func divided(by length: Int) -> PixelSize {
            PixelSize(
                width: (width + length - 1) / length, height: (height + length - 1) / length)
        }
    }
#endif
