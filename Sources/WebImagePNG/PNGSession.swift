#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The decoding of one PNG while its bytes arrive; a decode of complete bytes uses it too.
    ///
    /// The default image is decoded as it arrives. Animation frames stay encoded until a preview
    /// needs them, so frames that are never shown cost only memory.
    final class PNGSession: IncrementalDecodingSession {
        private(set) var revision = 0
        private var failure: CodecError?
        private var hiddenFailure: CodecError?
        private let options: DecodeOptions
        private let keepsFrames: Bool
        private var parser: PNGParser
        private var file: PNGFile
        private var profile: ByteBlock?
        /// The pixels of `IDAT`.
        private var base: PNGPicture?
        /// The pixels of the first frame if it is not the default image.
        private var first: PNGPicture?
        private var arriving = PNGArrivingFrames()
        private var canCompose = false

        /// Creates a session for one image.
        ///
        /// - Parameter keepsFrames: `true` if previews will be requested.
        init(options: DecodeOptions, keepsFrames: Bool, inflater: PNGInflater) {
            self.options = options
            self.keepsFrames = keepsFrames
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
            let frameCount = isAnimated ? file.animation?.completeCount ?? 0 : 0
            // An animation may turn out to be invalid; the revision never decreases.
            revision = max(revision, (base?.revision ?? 0) + frameCount)
        }

        func preview() throws(CodecError) -> DecodeOutput? {
            guard let base else { return nil }
            if isAnimated, let animation = file.animation, animation.completeCount > 0 {
                let bitmap = try arriving.newest(of: animation, file, hasProfile: profile != nil)
                return output(bitmap)
            }
            return base.preview().map(output)
        }

        func finish() throws(CodecError) -> DecodeOutput {
            if let failure { throw failure }
            guard parser.isFinished else { throw .truncated(.png, "the file is cut off") }
            guard let base else { throw .damaged(.png, "there are no pixels") }
            guard let first, let size = file.header?.size,
                let frame = file.animation?.frames.first
            else {
                if let hiddenFailure { throw hiddenFailure }
                return output(try base.finish())
            }
            var canvas = try Bitmap(decoding: size, colorSpace: colorSpace)
            canvas.draw(try first.finish(), as: frame.layout)
            return output(canvas)
        }

        /// `true` if frames are kept and there is a frame besides the default image.
        private var isAnimated: Bool {
            guard keepsFrames, canCompose, let animation = file.animation else { return false }
            return animation.frames.count > (animation.hidesDefault ? 0 : 1)
        }

        private func output(_ bitmap: Bitmap) -> DecodeOutput {
            DecodeOutput(bitmap: bitmap, profile: profile, metadata: file.metadata)
        }

        private func take(_ event: PNGParser.Event) throws(CodecError) {
            switch event {
            case .chunk(let name, let body, let isSound):
                try file.take(name, body, isSound: isSound)
            case .pixels(let name, let sequence, let place):
                try begin(name, sequence: sequence, place: place)
            case .piece(let bytes):
                try takePixels(bytes)
                if let open = file.animation?.openFrame, keepsFrames {
                    arriving.append(bytes, to: open)
                }
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
                try file.check(target: nil)
                if first == nil {
                    first = try PNGPicture(
                        file, size: size, target: nil, colorSpace: colorSpace)
                }
                arrival = .first
            }
            let isKept = keepsFrames && file.animation?.openFrame != nil
            parser.skipsPixels = arrival == .none && !isKept
        }

        /// Begins decoding the default image.
        private func start() throws(CodecError) {
            guard let header = file.header else { return }
            profile = file.profile
            let target = header.isInterlaced ? nil : file.target(of: options.downsampling)
            try file.check(target: target)
            // An image that only fits the limits when reduced has no full-size canvas for frames.
            canCompose = (try? file.check(target: nil)) != nil
            base = try PNGPicture(
                file, size: header.size, target: target, colorSpace: colorSpace)
        }

        private var colorSpace: ColorSpace { profile == nil ? .sRGB : .embedded }
    }
#endif
