#if WebP
    public import WebImageCoding
    import WebImagePixels

    extension WebPDecoder: IncrementalImageDecoder {
        /// Creates a session that shows a still image by rows, of an animation the first frame.
        public func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
            WebPSession(options: options)
        }
    }

    /// The decoding of one file while its bytes arrive.
    ///
    /// All bytes are kept: libwebp reads them in place, and metadata may follow the image.
    final class WebPSession: IncrementalDecodingSession {
        /// The kind of content decoded so far.
        private enum State {
            /// Nothing yet.
            case waiting
            /// Rows of a still image.
            case rows(WebPRows, WebPFile)
            /// Frames of an animation.
            case frames
            /// No image until all bytes have arrived.
            case undecided
        }

        private let options: DecodeOptions
        private var bytes: [UInt8] = []
        private var container: WebPContainer?
        private var state = State.waiting
        /// The number of bytes at which the next decoding step pays off.
        private var nextUpdate = 0
        private(set) var revision = 0
        private(set) var completeFrameCount = 0

        init(options: DecodeOptions) {
            self.options = options
        }

        func append(_ new: RawSpan) throws(CodecError) {
            if isComplete { return }
            new.withUnsafeBytes { bytes.append(contentsOf: $0) }
            guard bytes.count >= 12 else { return }
            if container == nil { container = try WebPContainer(start: bytes.span.bytes) }
            try container?.advance(over: bytes.span.bytes, limits: options.limits)
            if case .waiting = state { state = try start() }
            switch state {
            case .rows(let rows, _): try decode(rows)
            case .frames:
                guard let frames = container?.frames, let last = frames.last else { return }
                // A frame that exceeds the file's end never becomes complete.
                completeFrameCount = frames.count - (last.isTruncated ? 1 : 0)
                revision = min(completeFrameCount, 1)
            case .waiting, .undecided: break
            }
        }

        /// `true` if further bytes are past the end of the file and have no effect.
        private var isComplete: Bool {
            guard let container, bytes.count >= container.fileEnd else { return false }
            if case .rows(let rows, _) = state { return rows.isComplete }
            return container.isAnimated
        }

        private func start() throws(CodecError) -> State {
            guard let container else { return .waiting }
            try container.checkCanvas(options.limits)
            if container.isAnimated { return .frames }
            // The longest header of an image chunk is VP8's: 8 bytes and 10.
            guard let image = container.image, bytes.count >= image.start + 18 else {
                return .waiting
            }
            let file: WebPFile
            do {
                file = try WebPFile(container, bytes.span.bytes, limits: options.limits)
            } catch .truncated {
                return .undecided
            }
            let plan = try WebPPlan(still: file, byteCount: bytes.count, options: options)
            guard !isScaleOpen(file, plan) else { return .undecided }
            let rows = try WebPRows(plan)
            nextUpdate = bytes.count + plan.worthwhileStep(ofImage: image.next - image.start)
            return .rows(rows, file)
        }

        /// Returns `true` if the scale depends on an orientation that has not arrived yet.
        private func isScaleOpen(_ file: WebPFile, _ plan: WebPPlan) -> Bool {
            guard file.container.announcesExif, file.exif == nil else { return false }
            let sideways = options.downsampling.scaledSize(of: file.features.size.transposed)
            return options.downsampling.scaledSize(of: file.features.size) != sideways.transposed
        }

        private func decode(_ rows: WebPRows) throws(CodecError) {
            guard let container, let image = container.image, !rows.isComplete else { return }
            let end = min(image.next, container.fileEnd)
            guard bytes.count >= min(nextUpdate, end) else { return }
            if Task.isCancelled { throw .cancelled }
            let step = rows.plan.worthwhileStep(ofImage: image.next - image.start)
            // No image data is left; `finish` reports what is missing.
            nextUpdate = bytes.count < end ? bytes.count + step : .max
            let bytes = bytes
            do {
                try rows.update(bytes.span.bytes)
            } catch {
                // The incremental decoder rejects some VP8L images that a full decode accepts.
                guard case .damaged = error, rows.plan.isLossless else { throw error }
                state = .undecided
                return
            }
            revision = rows.count
        }

        func preview() throws(CodecError) -> DecodeOutput? {
            guard revision > 0, let container else { return nil }
            let bytes = bytes
            let span = bytes.span.bytes
            switch state {
            case .rows(let rows, var file):
                file.update(container, span)
                return file.output(rows.picture, of: span)
            case .frames:
                let file = try WebPFile(container, span, limits: options.limits)
                var canvas = try Bitmap(decoding: file.features.size)
                try file.container.frames[0].draw(
                    on: &canvas, from: span, isFirst: true, limits: options.limits)
                return file.output(canvas, of: span)
            case .waiting, .undecided: return nil
            }
        }

        func finish() throws(CodecError) -> DecodeOutput {
            let bytes = bytes
            let span = bytes.span.bytes
            guard case .rows(let rows, _) = state else {
                return try WebPDecoder().decode(span, options: options)
            }
            let file = try WebPFile(span, limits: options.limits)
            let plan = try WebPPlan(still: file, byteCount: span.byteCount, options: options)
            let isWhole = span.byteCount >= file.container.fileEnd
            if isWhole, !rows.isComplete { try? rows.update(span) }
            // Otherwise a full decode gives the result, usually the error for missing rows.
            guard isWhole, rows.isComplete, plan.size == rows.plan.size else {
                return try WebPDecoder().decode(span, options: options)
            }
            return file.output(rows.picture, of: span)
        }
    }
#endif
