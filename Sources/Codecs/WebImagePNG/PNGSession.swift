#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one PNG while its bytes arrive; a decode of complete bytes uses it too.
    ///
    /// The default image and the first frame are decoded as they arrive; later frames are only
    /// counted.
    final class PNGSession: IncrementalDecodingSession {
        private(set) var revision = 0
        private var failure: CodecError?
        private var hiddenFailure: CodecError?
        private let options: DecodeOptions
        private var parser: PNGParser
        private var file: PNGFile
        /// The colours of the pixels.
        private var color = ColorDescription.sRGB
        private var mapping: PNGMapping?
        /// The pixels of `IDAT`.
        private var base: PNGPicture?
        /// The pixels of the first frame if it is not the default image.
        private var first: PNGPicture?

        /// Creates a session for one image.
        init(options: DecodeOptions, inflater: PNGInflater) {
            self.options = options
            parser = PNGParser(maxProfile: PNGFile.maxProfile(options.limits))
            file = PNGFile(limits: options.limits, inflater: inflater)
        }

        /// `true` if the end of the file was reached.
        var isFinished: Bool { parser.isFinished }

        func append(_ bytes: RawSpan) throws(CodecError) {
            if let failure { throw failure }
            do {
                try bytes.withUnsafeBytes { (buffer) throws(CodecError) in
                    var rest = buffer
                    while let event = try parser.next(&rest) { try take(event) }
                }
            } catch {
                failure = error
                throw error
            }
            // An animation may turn out to be invalid; the revision never decreases.
            revision = max(revision, (base?.revision ?? 0) + (first?.revision ?? 0))
        }

        var completeFrameCount: Int { file.animation?.completeCount ?? 0 }

        func preview() throws(CodecError) -> DecodeOutput? {
            if let (first, layout) = ownFirst, let rows = first.preview() {
                return output(try composed(rows, layout))
            }
            return base?.preview().map(output)
        }

        func finish() throws(CodecError) -> DecodeOutput {
            if !parser.isFinished, let frame = file.animation?.openFrame {
                file.animation?.end(beforeLast: frame > 0)
            }
            do throws(CodecError) {
                return try wholeOutput()
            } catch {
                guard case .truncated = error, options.allowsTruncatedData,
                    var part = try partialOutput()
                else { throw error }
                part.metadata.isTruncated = true
                return part
            }
        }

        /// Returns the rows that are there; nil without any, or if they belong to a hidden image.
        private func partialOutput() throws(CodecError) -> DecodeOutput? {
            if let (first, _) = ownFirst {
                guard first.revision > 0 else { return nil }
            } else if hiddenFailure != nil || file.animation?.hidesDefault == true {
                return nil
            }
            return try preview()
        }

        private func wholeOutput() throws(CodecError) -> DecodeOutput {
            if let failure { throw failure }
            guard parser.isFinished || hasAllPixels else {
                throw .truncated(.png, "the file is cut off")
            }
            guard let base else { throw .damaged(.png, "there are no pixels") }
            guard let (first, layout) = ownFirst else {
                if let hiddenFailure { throw hiddenFailure }
                return output(try base.finish())
            }
            return output(try composed(first.finish(), layout))
        }

        /// `true` if nothing but the end of a still image may be missing.
        private var hasAllPixels: Bool {
            file.animation == nil && !parser.isInsidePixels && base?.hasAllRows == true
        }

        /// The first frame and its layout, if it is not the default image.
        private var ownFirst: (picture: PNGPicture, layout: FrameLayout)? {
            guard let first, let frame = file.animation?.frames.first else { return nil }
            return (first, frame.layout)
        }

        /// Returns the canvas with the first frame.
        private func composed(
            _ first: Bitmap, _ layout: FrameLayout
        ) throws(CodecError) -> Bitmap {
            guard let size = file.header?.size else { return first }
            var canvas = try Bitmap(
                decoding: size, as: first.sampleFormat, colorSpace: colorSpace)
            canvas.draw(first, as: layout)
            return canvas
        }

        private func output(_ bitmap: Bitmap) -> DecodeOutput {
            DecodeOutput(bitmap: bitmap, color: color, metadata: file.metadata)
        }

        private func take(_ event: PNGParser.Event) throws(CodecError) {
            switch event {
            case .chunk(let name, let body, let isSound):
                try file.take(name, body, isSound: isSound)
            case .pixels(let name, let sequence, let place):
                try begin(name, sequence: sequence, place: place)
            case .piece(let bytes):
                try takePixels(bytes)
            case .end:
                break
            }
        }

        /// Decodes pixels; an error in a hidden default image counts only if there is no frame.
        private func takePixels(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
            guard arrival == .base, file.animation?.hidesDefault == true else {
                try current?.take(bytes)
                return
            }
            guard hiddenFailure == nil else { return }
            do {
                try base?.take(bytes)
            } catch {
                hiddenFailure = error
            }
        }

        /// The image that arriving pixels belong to.
        private enum Arrival { case none, base, first }
        private var arrival = Arrival.none
        private var current: PNGPicture? {
            switch arrival {
            case .none: nil
            case .base: base
            case .first: first
            }
        }

        private func begin(
            _ name: PNGName, sequence: UInt32?, place: Int
        ) throws(CodecError) {
            try file.begin(name, sequence: sequence, place: place)
            arrival = .none
            if file.animation?.frames.isEmpty != false { first = nil }
            if name == .pixels {
                if base == nil { try start() }
                arrival = .base
            } else if let animation = file.animation, animation.openFrame == 0,
                animation.hidesDefault
            {
                let size = animation.frames[0].layout.rect.size
                try file.check(target: nil, as: mapping?.samples ?? .bgra8)
                if first == nil {
                    first = try PNGPicture(
                        file, size: size, target: nil, colorSpace: colorSpace, mapping: mapping)
                }
                arrival = .first
            }
            parser.skipsPixels = arrival == .none
        }

        /// Begins decoding the default image.
        private func start() throws(CodecError) {
            guard let header = file.header else { return }
            let stated = file.color
            let isDeep =
                file.animation == nil
                ? options.isDeep(bits: header.bitDepth, stated, hasAlpha: file.hasAlpha)
                : options.isDeep(framesOf: header.bitDepth, stated)
            let samples: SampleFormat = isDeep ? .rgba16 : .bgra8
            color = samples == .bgra8 ? stated.ofPixels : stated
            mapping = PNGMapping(file, stated, to: samples)
            let target = header.isInterlaced ? nil : file.target(of: options.downsampling)
            try file.check(target: target, as: samples)
            base = try PNGPicture(
                file, size: header.size, target: target,
                covering: file.coverage(of: options.downsampling, target: target),
                colorSpace: colorSpace, mapping: mapping)
        }

        private var colorSpace: ColorSpace { color.colorSpace }
    }
#endif
