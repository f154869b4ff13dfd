#if TIFF
    import CTIFFShim
    import WebImageCoding

    /// A converter of samples of any depth to levels of 8 or 16 bits.
    struct TIFFSamples {
        private let bits: Int
        private let kind: Kind
        /// `true` if the samples are indices, which are not scaled.
        private let isIndex: Bool
        /// The largest number that is not negative.
        private let mostPositive: UInt32

        private enum Kind {
            case unsigned, signed, float
        }

        /// `true` for samples of 8 bits; signed ones are read as unsigned, as in other readers.
        var isPlain: Bool { bits == 8 }

        /// - Parameters:
        ///   - isIndex: `true` for samples that are not scaled.
        ///   - isRaw: `true` for samples whose sign their colours define.
        init(_ directory: CTIFFDirectory, isIndex: Bool, isRaw: Bool) throws(CodecError) {
            bits = Int(directory.bits)
            self.isIndex = isIndex
            switch directory.sample_format {
            case 2: kind = isRaw || isIndex ? .unsigned : .signed
            case 3: kind = .float
            case 5, 6: throw .unsupported(.tiff, "complex numbers")
            default: kind = .unsigned
            }
            let isKnown =
                switch kind {
                case .unsigned, .signed: (1...16).contains(bits) || [24, 32].contains(bits)
                case .float: bits == 16 || bits == 32 || bits == 64
                }
            mostPositive = kind == .signed && isKnown ? UInt32(1) << UInt32(bits - 1) - 1 : .max
            guard isKnown else { throw .unsupported(.tiff, "samples of \(bits) bits") }
        }

        /// Returns the bytes of `count` samples; rows begin at whole bytes.
        func byteCount(of count: Int) -> Int { (count * bits + 7) / 8 }

        /// Reads `count` samples.
        func read<Level: TIFFLevel>(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Level>, count: Int
        ) {
            let raw = UnsafeRawPointer(source)
            switch (bits, kind) {
            case (8, _):
                for at in 0..<count { target[at] = Level(UInt32(source[at]), bits: 8) }
            case (16, .float):
                Self.map(raw, target, count) { (value: UInt16) in
                    Level(part: Double(Self.float(ofHalf: value)))
                }
            case (16, .unsigned):
                Self.map(raw, target, count) { (value: UInt16) in
                    Level(UInt32(value), bits: 16)
                }
            case (16, .signed):
                Self.map(raw, target, count) { (value: UInt16) in
                    Level(positive(UInt32(value)), bits: 16)
                }
            case (32, .float):
                Self.map(raw, target, count) { (value: Float) in Level(part: Double(value)) }
            case (64, _): Self.map(raw, target, count) { (value: Double) in Level(part: value) }
            case (32, _):
                Self.map(raw, target, count) { (value: UInt32) in
                    Level(positive(value), bits: 32)
                }
            // libtiff converts these to the machine's byte order too.
            case (24, _):
                for at in 0..<count {
                    let bytes = source + at * 3
                    let value =
                        UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
                    target[at] = Level(positive(value), bits: 24)
                }
            default: readBits(source, into: target, count: count)
            }
        }

        /// Reads numbers in the machine's byte order.
        @inline(__always)
        private static func map<Number: BitwiseCopyable, Level>(
            _ source: UnsafeRawPointer, _ target: UnsafeMutablePointer<Level>, _ count: Int,
            _ level: (Number) -> Level
        ) {
            for at in 0..<count {
                let offset = at * MemoryLayout<Number>.size
                target[at] = level(source.loadUnaligned(fromByteOffset: offset, as: Number.self))
            }
        }

        /// Reads numbers of up to 15 bits, packed from the highest bit.
        private func readBits<Level: TIFFLevel>(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Level>, count: Int
        ) {
            let largest = UInt32(1) << UInt32(bits) - 1
            var (buffer, held, place) = (UInt32(0), 0, 0)
            for at in 0..<count {
                while held < bits {
                    buffer = buffer << 8 | UInt32(source[place])
                    place += 1
                    held += 8
                }
                held -= bits
                let value = positive(buffer >> UInt32(held) & largest)
                target[at] =
                    isIndex ? Level(truncatingIfNeeded: value) : Level(value, bits: bits)
            }
        }

        /// Returns a sample; negative ones become 0, as in libvips.
        private func positive(_ value: UInt32) -> UInt32 { value > mostPositive ? 0 : value }

        /// Returns a number of 16 bits (IEEE 754, binary16) in 32.
        private static func float(ofHalf bits: UInt16) -> Float {
            guard bits & 0x7FFF <= 0x7C00 else { return .nan }
            let value = Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112
            return bits & 0x8000 == 0 ? value : -value
        }
    }
#endif
