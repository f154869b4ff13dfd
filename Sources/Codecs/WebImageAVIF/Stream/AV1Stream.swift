#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The frames of one AV1 stream: their number, and bounds of their size and memory.
    struct AV1Stream {
        /// The maximum width and height in the sequence headers.
        private(set) var size = PixelSize(width: 0, height: 0)
        /// The maximum size in bytes of a frame's planes.
        private(set) var frameBytes = 0
        /// The number of decoded frames, including hidden ones.
        private(set) var frames = 0
        /// The number of samples in all these frames; saturates.
        private(set) var work = 0
        private var sequence: AV1Sequence?

        /// The number of reference frames that a decoder keeps (AV1, section 7.20).
        private static let references = 8

        /// The maximum memory in bytes of all planes at once.
        var heldBytes: Int { held(frames: frames) }

        /// Returns the maximum memory in bytes of all planes after `count` frames; saturates.
        func held(frames count: Int) -> Int {
            let (bytes, overflow) = frameBytes.multipliedReportingOverflow(
                by: min(count, Self.references + 1))
            return overflow ? .max : bytes
        }

        /// Resets the frame counts but keeps the sequence header.
        mutating func beginSample() {
            (frames, work) = (0, 0)
        }

        /// Reads the units of `data` (AV1, section 5.3), which follow the last call's.
        ///
        /// - Parameter budget: Reduced by the number of units.
        /// - Throws: `CodecError.limit` if the budget is exceeded, `CodecError.damaged` if a
        ///   sequence header is truncated.
        mutating func append(_ data: RawSpan, budget: inout Int) throws(CodecError) {
            var reader = ByteReader(.big)
            while let head = reader.u8(of: data) {
                budget -= 1
                guard budget >= 0 else {
                    throw .limit("more AV1 units (OBUs) than an image may have")
                }
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
                    throw .damaged(.avif, "an AV1 sequence header is cut off")
                }
                add(sequence)
            // Frame headers, with and without pixels; decoders accept a redundant one as the first.
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
            let samples = (area * sequence.halfSamples + 1) / 2
            let (sum, overflow) = work.addingReportingOverflow(samples)
            work = overflow ? .max : sum
        }
    }

    extension ByteReader {
        /// Reads a length of up to eight bytes, least significant seven bits first (AV1, section
        /// 4.10.5); nil if it is truncated or above the format's maximum.
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
