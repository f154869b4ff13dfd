#if PNG
    public import WebImageCoding
    import WebImagePixels

    extension PNGDecoder {
        /// Returns the memory of rows and the reduced bitmap; an interlaced image needs the whole
        /// bitmap, an animation three.
        public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
            guard let layout = PNGOutline(bytes), !layout.size.isEmpty,
                max(layout.size.width, layout.size.height) <= DecodeLimits.maxSide
            else { return nil }
            let (size, rows) = (layout.size, 24 * layout.size.width + Self.inflating)
            let isWhole = options.downsampling.crops && !layout.turns
            let target = isWhole ? nil : options.downsampling.reducedSize(of: size)
            let samples: SampleFormat = layout.isDeep(options) ? .rgba16 : .bgra8
            let bitmap = size.area * samples.bytesPerPixel
            var byteCount = bitmap * (layout.isAnimated ? 3 : 1) + rows
            if let target {
                let scaling = samples.scalingByteCount(from: size, to: target)
                byteCount =
                    layout.isInterlaced || layout.isAnimated
                    ? byteCount + scaling : scaling + rows
            }
            var demand = MemoryDemand(size: size, byteCount: byteCount, turns: layout.turns)
            demand.sampleFormat = samples
            return demand
        }

        /// The bytes to inflate a stream: twice the state of ISA-L, and a buffer.
        private static let inflating = 256 << 10
    }

    /// The memory-related facts from the chunks before the pixels.
    private struct PNGOutline {
        private(set) var size = PixelSize(width: 0, height: 0)
        private(set) var bitDepth = 8
        private(set) var isInterlaced = false
        private(set) var isAnimated = false
        private(set) var turns = false
        /// `true` if `cICP` states the curve PQ or HLG.
        private var hasLight = false
        /// `true` if pixels may be translucent.
        private var hasAlpha = false

        /// Returns nil if there is no header.
        init?(_ bytes: RawSpan) {
            guard bytes.withUnsafeBytes({ read($0) }) else { return nil }
        }

        /// Returns `true` if pixels may be decoded to 16 bits a sample.
        func isDeep(_ options: DecodeOptions) -> Bool {
            if isAnimated { return options.pixelDepth != .eight && bitDepth > 8 }
            if options.keepsTranslucency, hasAlpha, bitDepth <= 8, !hasLight { return true }
            return switch options.pixelDepth {
            case .eight: false
            case .asStored: bitDepth > 8
            case .hdr: bitDepth > 8 || hasLight
            }
        }

        private mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard bytes.count >= 33 else { return false }
            size = PixelSize(
                width: Int(Self.number(bytes, at: 16)), height: Int(Self.number(bytes, at: 20)))
            bitDepth = Int(bytes[24])
            hasAlpha = bytes[25] & 4 != 0
            isInterlaced = bytes[28] != 0
            var place = 33
            while place + 8 <= bytes.count {
                switch Self.number(bytes, at: place + 4) {
                case 0x4944_4154: return true
                case 0x6163_544C: isAnimated = true
                case 0x6558_4966: turns = true
                case 0x7452_4E53: hasAlpha = true
                case 0x6349_4350 where place + 10 <= bytes.count:
                    hasLight = hasLight || [16, 18].contains(bytes[place + 9])
                default: break
                }
                place += Int(Self.number(bytes, at: place)) + 12
            }
            return true
        }

        private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
            UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        }
    }
#endif
