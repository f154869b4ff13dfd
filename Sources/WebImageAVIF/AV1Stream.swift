#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The frames of one AV1 stream: their number, and bounds of their size and memory.
    struct AV1Stream {
        /// The largest width and height that a sequence header tells.
        private(set) var size = PixelSize(width: 0, height: 0)
        /// The most bytes that the planes of a frame take.
        private(set) var frameBytes = 0
        /// The number of frames that are decoded, also of those that are not shown.
        private(set) var frames = 0
        /// The pixels of all these frames; saturates.
        private(set) var work = 0
        private var sequence: AV1Sequence?

        /// The pictures that a decoder holds besides the one at hand (AV1, section 7.20).
        private static let references = 8

        /// The most bytes that the planes of all frames take at once.
        var heldBytes: Int { held(frames: frames) }

        /// Returns the most bytes that planes take at once after `count` frames; saturates.
        func held(frames count: Int) -> Int {
            let (bytes, overflow) = frameBytes.multipliedReportingOverflow(
                by: min(count, Self.references + 1))
            return overflow ? .max : bytes
        }

        /// Forgets the frames, but no sequence header.
        mutating func beginSample() {
            (frames, work) = (0, 0)
        }

        /// Reads the units of `data` (AV1, section 5.3), which begin where the last ones ended.
        ///
        /// - Parameter budget: Lowered by the number of units.
        /// - Throws: `CodecError.limit` if there are more units than the budget allows,
        ///   `CodecError.damaged` if a sequence header ends early.
        mutating func append(_ data: RawSpan, budget: inout Int) throws(CodecError) {
            var reader = ByteReader(.big)
            while let head = reader.u8(of: data) {
                budget -= 1
                guard budget >= 0 else { throw .limit("more units of AV1 than a picture has") }
                if head & 4 != 0, reader.skip(1, of: data) == nil { return }
                let left = data.byteCount - reader.offset
                guard let length = head & 2 == 0 ? left : reader.length(of: data) else { return }
                let end = reader.offset + min(length, data.byteCount - reader.offset)
                try read(data.extracting(reader.offset..<end), kind: head >> 3 & 15)
                reader.offset = end
            }
        }

        private mutating func read(_ unit: RawSpan, kind: UInt8) throws(CodecError) {
            switch kind {
            case 1:
                guard let sequence = AV1Sequence(unit) else {
                    throw .damaged(.avif, "a sequence header ends early")
                }
                add(sequence)
            // Headers of frames, with and without pixels; decoders take a redundant one for a first.
            case 3, 6, 7: addFrame(unit)
            default: break
            }
        }

        private mutating func add(_ sequence: AV1Sequence) {
            size = PixelSize(
                width: max(size.width, sequence.size.width),
                height: max(size.height, sequence.size.height))
            let (area, rate) = (sequence.size.area, sequence.halfSamples * sequence.sampleBytes)
            frameBytes = max(frameBytes, (area * rate + 1) / 2)
            self.sequence = sequence
        }

        private mutating func addFrame(_ unit: RawSpan) {
            guard let sequence, let hasOwnSize = sequence.hasOwnSize(frame: unit) else { return }
            frames += 1
            let area = (hasOwnSize ? sequence.largestSize : sequence.size).area
            let (sum, overflow) = work.addingReportingOverflow(area)
            work = overflow ? .max : sum
        }
    }

    extension ByteReader {
        /// Reads a length of up to eight bytes, the least significant seven bits first (AV1, section
        /// 4.10.5); nil if it ends early, or is more than the format allows.
        fileprivate mutating func length(of bytes: RawSpan) -> Int? {
            var value = 0
            for index in 0..<8 {
                guard let byte = u8(of: bytes) else { return nil }
                value |= Int(byte & 0x7F) << (7 * index)
                guard byte & 0x80 != 0 else { return value <= Int(UInt32.max) ? value : nil }
            }
            return nil
        }
    }
#endif
