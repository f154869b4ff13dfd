#if JPEG
    import WebImageCoding

    /// Feeds a decoding with bytes as they arrive, and keeps those that it could not use yet.
    final class JPEGSession: IncrementalDecodingSession {
        private let options: DecodeOptions
        private var decoding: JPEGDecoding?
        /// The bytes from the last place on at which the decoding could wait.
        private var tail: [UInt8] = []
        /// How many bytes of the tail the decoding has seen in vain.
        private var triedCount = 0
        private var totalCount = 0
        private var failure: CodecError?

        init(options: DecodeOptions) {
            self.options = options
        }

        var revision: Int {
            guard failure == nil else { return 0 }
            return decoding?.revision ?? 0
        }

        func append(_ bytes: RawSpan) throws(CodecError) {
            if let failure { throw failure }
            guard !Task.isCancelled else { throw .cancelled }
            guard bytes.byteCount > 0, decoding?.isComplete != true else { return }
            totalCount += bytes.byteCount
            // A large piece is read where it is, and only what is left of it is copied.
            if tail.isEmpty, bytes.byteCount >= leastCount {
                let unread = advance(bytes, isEnd: false)
                keep(bytes.extracting(last: unread))
            } else {
                keep(bytes)
                guard tail.count - triedCount >= leastCount else { return }
                let unread = advance(tail.span.bytes, isEnd: false)
                drop(tail.count - unread)
            }
            triedCount = tail.count
            try rethrow()
        }

        func preview() throws(CodecError) -> DecodeOutput? {
            if let failure { throw failure }
            guard !Task.isCancelled else { throw .cancelled }
            return try decoding?.preview()
        }

        func finish() throws(CodecError) -> DecodeOutput {
            if let failure { throw failure }
            guard totalCount > 0 else { throw .noBytes }
            let unread = advance(tail.span.bytes, isEnd: true)
            drop(tail.count - unread)
            try rethrow()
            guard let output = try decoding?.output() else { throw .noBytes }
            return output
        }

        private var outcome: Result<Void, CodecError> = .success(())

        /// Decodes as far as the bytes reach.
        ///
        /// What went wrong is in `outcome`.
        ///
        /// - Returns: How many are unread.
        private func advance(_ bytes: RawSpan, isEnd: Bool) -> Int {
            var unread = bytes.byteCount
            do throws(CodecError) {
                if decoding == nil {
                    decoding = try JPEGDecoding(options: options)
                }
                try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                    try decoding?.advance(buffer, isEnd: isEnd, unread: &unread)
                }
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            return decoding?.isComplete == true ? 0 : unread
        }

        /// Throws what went wrong last; all but a cancellation is final.
        private func rethrow() throws(CodecError) {
            guard case .failure(let error) = outcome else { return }
            if error != .cancelled { failure = error }
            throw error
        }

        private func keep(_ bytes: RawSpan) {
            bytes.withUnsafeBytes { tail.append(contentsOf: $0) }
        }

        private func drop(_ count: Int) {
            tail.removeFirst(count)
            // A large piece must not leave its memory behind.
            if tail.capacity > 2 * tail.count + Self.spareCount { tail = Array(tail) }
        }

        /// How many new bytes are worth a try.
        ///
        /// In vain, a try costs the work of what it read since the last place at which it could wait.
        /// Of rows, libjpeg decodes those faster that have kilobytes behind them.
        private var leastCount: Int {
            let least = max(Self.leastTry, triedCount / 2)
            guard decoding?.hasRows == true else { return least }
            return max(least, min(totalCount / 16, Self.mostTry))
        }

        private static let leastTry = 64
        private static let mostTry = 16 << 10
        private static let spareCount = 64 << 10
    }
#endif
