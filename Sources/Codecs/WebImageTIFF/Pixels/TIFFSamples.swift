#if TIFF
    import CTIFFShim
    import WebImageCoding

    /// A converter of samples of any depth to 8 bits.
    struct TIFFSamples {
        private let bits: Int
        private let kind: Kind
        /// `true` if the samples are indices, which are not scaled.
        private let isIndex: Bool

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
            guard isKnown else { throw .unsupported(.tiff, "samples of \(bits) bits") }
        }

        /// Returns the bytes of `count` samples; rows begin at whole bytes.
        func byteCount(of count: Int) -> Int { (count * bits + 7) / 8 }

        /// Reads `count` samples.
        func read(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            let raw = UnsafeRawPointer(source)
            switch (bits, kind) {
            case (8, _): target.update(from: source, count: count)
            case (16, .float):
                for at in 0..<count {
                    let value = raw.loadUnaligned(fromByteOffset: at * 2, as: UInt16.self)
                    target[at] = Self.level(Double(Self.float(ofHalf: value)))
                }
            case (16, _):
                let largest: UInt16 = kind == .signed ? 0x7FFF : 0xFFFF
                for at in 0..<count {
                    let read = raw.loadUnaligned(fromByteOffset: at * 2, as: UInt16.self)
                    let value = UInt32(read > largest ? 0 : read)
                    target[at] = UInt8(truncatingIfNeeded: (value &* 255 &+ 32895) >> 16)
                }
            case (32, .float):
                for at in 0..<count {
                    let value = raw.loadUnaligned(fromByteOffset: at * 4, as: Float.self)
                    target[at] = Self.level(Double(value))
                }
            case (64, _):
                for at in 0..<count {
                    target[at] = Self.level(
                        raw.loadUnaligned(fromByteOffset: at * 8, as: Double.self))
                }
            case (32, _):
                for at in 0..<count {
                    let value = raw.loadUnaligned(fromByteOffset: at * 4, as: UInt32.self)
                    target[at] = unsigned(UInt8(truncatingIfNeeded: value >> 24))
                }
            // libtiff converts these to the machine's byte order too.
            case (24, _): for at in 0..<count { target[at] = unsigned(source[at * 3 + 2]) }
            default: readBits(source, into: target, count: count)
            }
        }

        /// Reads numbers of any length, packed from the highest bit.
        private func readBits(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
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
                var value = buffer >> UInt32(held) & largest
                if kind == .signed, value > largest / 2 { value = 0 }
                target[at] = UInt8(
                    truncatingIfNeeded: isIndex ? value : (value &* 255 &+ largest / 2) / largest)
            }
        }

        /// Returns the highest byte of a sample; negative ones become 0, as in libvips.
        private func unsigned(_ byte: UInt8) -> UInt8 { kind == .signed && byte > 127 ? 0 : byte }

        /// Returns a number of 16 bits (IEEE 754, binary16) in 32.
        private static func float(ofHalf bits: UInt16) -> Float {
            guard bits & 0x7FFF <= 0x7C00 else { return .nan }
            let value = Float(bitPattern: UInt32(bits & 0x7FFF) << 13) * 0x1p112
            return bits & 0x8000 == 0 ? value : -value
        }

        /// Converts 0 … 1 to 0 … 255; NaN becomes 0.
        private static func level(_ value: Double) -> UInt8 {
            value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
        }
    }
#endif
