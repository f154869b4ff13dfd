#if JPEG
    import WebImageCoding

    /// A session that feeds a decoding as bytes arrive, and keeps those not yet consumed.
    final class JPEGSession: IncrementalDecodingSession {
        private let options: DecodeOptions
        private var decoding: JPEGDecoding?
        /// The bytes from the last point at which the decoder could suspend.
        private var tail: [UInt8] = []
        /// The number of bytes in the tail that the decoder has tried without progress.
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
            // A large chunk is read in place; only its unread rest is copied.
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

        /// Decodes as far as the bytes reach; stores an error in `outcome`.
        ///
        /// - Returns: The number of unread bytes.
        private func advance(_ bytes: RawSpan, isEnd: Bool) -> Int {
            var unread = bytes.byteCount
            do throws(CodecError) {
                if decoding == nil {
                    decoding = try JPEGDecoding(
                        options: options, allowsTruncatedData: options.allowsTruncatedData)
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

        /// Throws the last error; every error except cancellation is final.
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
            // The capacity of a large chunk is released.
            if tail.capacity > 2 * tail.count + Self.spareCount { tail = Array(tail) }
        }

        /// The number of new bytes at which another attempt pays off.
        ///
        /// A failed attempt repeats the work since the last point at which the decoder could
        /// suspend. libjpeg decodes rows faster if kilobytes of data follow them.
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
