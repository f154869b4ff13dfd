#if PNG
    import CPNGShim
    import WebImageCoding

    /// An incremental parser of the chunks of a PNG file.
    ///
    /// Small known chunks are collected whole, pixels are passed on as they arrive, and all other
    /// chunks are skipped without a copy. Checksums of pixel chunks are not checked: the zlib
    /// stream has its own, which is, and other decoders tolerate wrong ones.
    struct PNGParser {
        /// The result of parsing.
        enum Event {
            /// A collected chunk; `isSound` is `true` if its checksum matches.
            case chunk(PNGName, [UInt8], isSound: Bool)
            /// The beginning of a pixel chunk at a file offset; frames have sequence numbers.
            case pixels(PNGName, sequence: UInt32?, place: Int)
            /// A part of those pixels.
            case piece(UnsafeRawBufferPointer)
            /// The end of the file; bytes after it are ignored.
            case end
        }

        private enum State {
            case signature, header, body, sequence, pixels, checksum, skip, end
        }

        /// `true` if pixels are skipped instead of passed on.
        var skipsPixels: Bool
        /// `true` if the end of the file was reached.
        var isFinished: Bool { state == .end }
        /// `true` if a pixel chunk lacks bytes.
        var isInsidePixels: Bool { state == .pixels && remaining > 0 }
        private let maxProfile: Int
        private var state: State
        private var name = PNGName.header
        private var remaining = 0
        private var collected: [UInt8] = []
        private var body: [UInt8] = []
        private var checksum: UInt32 = 0
        private var position: Int

        /// Creates a parser of a whole file.
        init(maxProfile: Int, skipsPixels: Bool = false) {
            self.maxProfile = maxProfile
            self.skipsPixels = skipsPixels
            state = .signature
            position = 0
        }

        /// Creates a parser that continues at the chunk at offset `place`.
        init(at place: Int) {
            maxProfile = 0
            skipsPixels = false
            state = .header
            position = place
        }

        /// Removes the next event from `bytes`; returns nil when they are used up.
        ///
        /// - Throws: `CodecError.damaged` if the bytes are not chunks, `CodecError.unsupported` for
        ///   an unknown critical chunk.
        mutating func next(_ bytes: inout UnsafeRawBufferPointer) throws(CodecError) -> Event? {
            while true {
                switch try step(&bytes) {
                case .event(let event): return event
                case .onward: continue
                case .starved: return nil
                }
            }
        }

        /// The result of one step.
        private enum Step {
            case event(Event)
            case onward
            case starved

            init(_ event: Event?) { self = event.map { .event($0) } ?? .onward }
        }

        private mutating func step(_ bytes: inout UnsafeRawBufferPointer) throws(CodecError) -> Step
        {
            switch state {
            case .pixels: return passPixels(&bytes)
            case .skip: return skip(&bytes)
            case .end: return .starved
            default: break
            }
            guard collect(wanted, of: &bytes) else { return .starved }
            switch state {
            case .signature:
                guard collected.span.bytes.has(Self.signature) else {
                    throw .damaged(.png, "the signature is missing")
                }
                state = .header
                return .onward
            case .header:
                return Step(try begin())
            case .body:
                body = collected
                checksum = cpng_checksum(cpng_checksum(0, name.bytes, 4), body, body.count)
                state = .checksum
                return .onward
            case .sequence:
                state = .pixels
                let number = collected.span.bytes.u32(at: 0, .big)
                return .event(.pixels(name, sequence: number, place: position - 12))
            default:
                let isSound = collected.span.bytes.u32(at: 0, .big) == checksum
                state = name == .end ? .end : .header
                return Step(ended(isSound))
            }
        }

        /// The number of bytes that this state needs at once.
        private var wanted: Int {
            switch state {
            case .signature, .header: 8
            case .body: remaining
            default: 4
            }
        }

        private mutating func passPixels(_ bytes: inout UnsafeRawBufferPointer) -> Step {
            if remaining == 0 {
                state = .checksum
                return .onward
            }
            guard let piece = take(remaining, of: &bytes) else { return .starved }
            remaining -= piece.count
            return skipsPixels ? .onward : .event(.piece(piece))
        }

        private mutating func skip(_ bytes: inout UnsafeRawBufferPointer) -> Step {
            if remaining == 0 {
                state = .header
                return .onward
            }
            guard let piece = take(remaining, of: &bytes) else { return .starved }
            remaining -= piece.count
            return .onward
        }

        /// Reads the length and name of a chunk.
        private mutating func begin() throws(CodecError) -> Event? {
            let place = position - 8
            guard let length = collected.span.bytes.u32(at: 0, .big),
                let code = collected.span.bytes.u32(at: 4, .big)
            else { return nil }
            name = PNGName(rawValue: code)
            guard name.isValid else { throw .damaged(.png, "no chunk begins at byte \(place)") }
            guard length <= Int32.max else {
                throw .damaged(.png, "the chunk \(name) has an invalid length of \(length) bytes")
            }
            remaining = Int(length)
            if name == .pixels {
                state = .pixels
                return .pixels(name, sequence: nil, place: place)
            }
            try beginOther()
            return nil
        }

        private mutating func beginOther() throws(CodecError) {
            if name == .framePixels, remaining >= 4 {
                remaining -= 4
                state = .sequence
            } else if name == .end, remaining == 0 {
                state = .checksum
            } else if let most = name.maxLength(profile: maxProfile), remaining <= most {
                state = .body
            } else if !name.isCritical {
                remaining += 4
                state = .skip
            } else if name == .end || name.maxLength(profile: 0) != nil {
                throw .damaged(
                    .png, "the chunk \(name) has an invalid length of \(remaining) bytes")
            } else {
                throw .unsupported(.png, "the critical chunk \(name)")
            }
        }

        private func ended(_ isSound: Bool) -> Event? {
            switch name {
            case .end: .end
            case .pixels, .framePixels: nil
            default: .chunk(name, body, isSound: isSound)
            }
        }

        /// Collects `count` bytes; returns `false` while some are missing.
        private mutating func collect(_ count: Int, of bytes: inout UnsafeRawBufferPointer) -> Bool
        {
            if isCollecting == false { collected.removeAll(keepingCapacity: true) }
            isCollecting = true
            if let piece = take(count - collected.count, of: &bytes) { collected += piece }
            isCollecting = collected.count < count
            return !isCollecting
        }

        private var isCollecting = false

        /// Removes up to `count` bytes; returns nil if none are left.
        private mutating func take(
            _ count: Int, of bytes: inout UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer? {
            let length = min(count, bytes.count)
            guard length > 0 else { return nil }
            let piece = UnsafeRawBufferPointer(rebasing: bytes[..<length])
            bytes = UnsafeRawBufferPointer(rebasing: bytes[length...])
            position += length
            return piece
        }

        static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    }
#endif
