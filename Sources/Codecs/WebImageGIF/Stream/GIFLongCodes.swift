#if GIF
    import WebImageCoding

    /// An LZW decoder for minimum code sizes of 9 to 11 bits (GIF89a specification, appendix F).
    ///
    /// giflib refuses them, browsers do not. Indices of more than 8 bits lose their upper bits.
    struct GIFLongCodes {
        /// The code sizes that this decoder reads; the longest code has one bit more at first.
        static let sizes = 9...11

        private static let mostCodes = 1 << 12
        private let codeSize: Int
        private var prefixes = [UInt16](repeating: 0, count: mostCodes)
        private var suffixes = [UInt8](repeating: 0, count: mostCodes)
        /// The number of bits of the next code.
        private var width: Int
        /// The number that the next string gets.
        private var next: Int
        /// The last code and the first index of its string; nil after a clear code.
        private var previous: (code: Int, first: UInt8)?
        /// The indices that are not yet read, last first.
        private var waiting: [UInt8] = []
        private var bits: UInt32 = 0
        private var bitCount = 0
        /// The bytes left in the current sub-block.
        private var left = 0

        private var clear: Int { 1 << codeSize }

        /// Creates a decoder of the codes after the code size; nil for a frame of ordinary codes.
        init?(_ frame: GIFFrame) {
            guard Self.sizes.contains(Int(frame.codeSize)) else { return nil }
            codeSize = Int(frame.codeSize)
            width = codeSize + 1
            next = 1 << codeSize + 2
        }

        /// Reads the next `count` indices; returns `false` if codes are missing or invalid.
        mutating func read(
            into target: UnsafeMutablePointer<UInt8>, count: Int, from source: GIFSource
        ) -> Bool {
            var done = 0
            while done < count {
                if let index = waiting.popLast() {
                    target[done] = index
                    done += 1
                    continue
                }
                guard let code = readCode(source), expand(code) else { return false }
            }
            return true
        }

        /// Puts the string of a code on the stack; returns `false` if there is none.
        private mutating func expand(_ code: Int) -> Bool {
            if code == clear {
                (width, next, previous) = (codeSize + 1, clear + 2, nil)
                return true
            }
            guard code != clear + 1, code < next || code == next && previous != nil else {
                return false
            }
            guard let previous else {
                guard code < clear else { return false }
                waiting.append(UInt8(truncatingIfNeeded: code))
                self.previous = (code, UInt8(truncatingIfNeeded: code))
                return true
            }
            var rest = code
            if code == next {
                waiting.append(previous.first)
                rest = previous.code
            }
            while rest > clear {
                waiting.append(suffixes[rest])
                rest = Int(prefixes[rest])
            }
            let first = UInt8(truncatingIfNeeded: rest)
            waiting.append(first)
            if next < Self.mostCodes {
                (prefixes[next], suffixes[next]) = (UInt16(previous.code), first)
                next += 1
                if next == 1 << width, next < Self.mostCodes { width += 1 }
            }
            self.previous = (code, first)
            return true
        }

        /// Reads a code; nil if its bytes are missing.
        private mutating func readCode(_ source: GIFSource) -> Int? {
            while bitCount < width {
                if left == 0 {
                    guard let length = source.nextByte(), length > 0 else { return nil }
                    left = Int(length)
                }
                guard let byte = source.nextByte() else { return nil }
                left -= 1
                bits |= UInt32(byte) << UInt32(bitCount)
                bitCount += 8
            }
            defer {
                bits >>= UInt32(width)
                bitCount -= width
            }
            return Int(bits & (1 << UInt32(width) - 1))
        }
    }
#endif
