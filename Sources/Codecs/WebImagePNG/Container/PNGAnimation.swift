#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The frames of an animated file, taken from the chunk headers.
    ///
    /// W3C PNG, third edition, section 11.3.4. An animation ends before the first invalid chunk: a
    /// rectangle outside the canvas, an unknown method, a wrong sequence number, or a second `fcTL`
    /// without pixels before it. If no frame precedes it, the file is a still image.
    struct PNGAnimation {
        /// The layout of a frame, and the file offset of its first chunk of pixels.
        struct StoredFrame {
            var layout: FrameLayout
            var place: Int
        }

        /// The frames with at least one chunk of pixels; no more than `acTL` announces.
        private(set) var frames: [StoredFrame] = []
        /// The total number of plays, 0 for infinite.
        let loopCount: Int
        /// The index of the frame that pixel chunks currently belong to.
        private(set) var openFrame: Int?
        /// `true` if the default image is not a frame.
        private(set) var hidesDefault = false
        private let announced: Int
        private var pending: FrameLayout?
        private var sequence: UInt32 = 0
        private var isOver = false

        /// Reads the body of `acTL`; nil if it announces no frame, or is invalid.
        init?(_ body: [UInt8]) {
            guard body.count == 8, let count = body.span.bytes.u32(at: 0, .big), count > 0,
                let plays = body.span.bytes.u32(at: 4, .big)
            else { return nil }
            announced = Int(count)
            loopCount = Int(plays)
        }

        /// `true` if the file ends before the animation does.
        var isCutOff = false

        /// The number of complete frames.
        var completeCount: Int { frames.count - (openFrame == nil ? 0 : 1) }

        /// Reads the body of `fcTL`, which is empty if the chunk is damaged.
        ///
        /// - Throws: `CodecError.limit` if there are too many frames.
        mutating func take(
            _ body: [UInt8], canvas: PixelSize, limits: DecodeLimits
        ) throws(CodecError) {
            let lacksPixels = pending != nil
            openFrame = nil
            pending = nil
            guard !isOver, frames.count < announced else { return }
            guard !lacksPixels, next(body.span.bytes.u32(at: 0, .big)),
                let layout = FrameLayout(control: body, canvas: canvas, isFirst: frames.isEmpty)
            else {
                isOver = true
                return
            }
            try limits.check(frames: frames.count + 1)
            pending = layout
        }

        /// Handles the beginning of a pixel chunk; `IDAT` has no sequence number.
        ///
        /// - Parameter isFirst: `true` if no pixel chunk preceded it.
        mutating func begin(
            sequence number: UInt32?, place: Int, isFirst: Bool, canvas: PixelSize
        ) {
            guard let number else {
                if isFirst { beginDefault(place, canvas) }
                return
            }
            guard !isOver else { return }
            let tellsDefault = openFrame == 0 && !hidesDefault
            if isFirst || !next(number) {
                // The open frame lacks the data expected here.
                if openFrame != nil, !tellsDefault { frames.removeLast() }
                end()
            } else if let layout = pending {
                append(layout, place)
            } else if tellsDefault {
                end()
            }
        }

        /// Ends an animation whose file is cut off, before a later frame that lacks pixels.
        mutating func end(beforeLast isMissing: Bool) {
            isCutOff = true
            if isMissing, frames.count > 1 { frames.removeLast() }
            end()
        }

        /// Ends the animation before a frame whose pixels contradict the headers.
        private mutating func end() {
            openFrame = nil
            pending = nil
            isOver = true
        }

        private mutating func beginDefault(_ place: Int, _ canvas: PixelSize) {
            if let layout = pending, layout.rect.size == canvas {
                append(layout, place)
            } else {
                hidesDefault = true
                isOver = isOver || pending != nil
                pending = nil
            }
        }

        private mutating func append(_ layout: FrameLayout, _ place: Int) {
            frames.append(StoredFrame(layout: layout, place: place))
            openFrame = frames.count - 1
            pending = nil
        }

        private mutating func next(_ number: UInt32?) -> Bool {
            guard number == sequence else { return false }
            sequence &+= 1
            return true
        }
    }

    extension FrameLayout {
        /// Reads the body of `fcTL`; nil if it is invalid.
        ///
        /// A delay's denominator of 0 means 100. The first frame cannot restore a previous one, so
        /// it is cleared.
        fileprivate init?(control: [UInt8], canvas: PixelSize, isFirst: Bool) {
            let bytes = control.span.bytes
            guard control.count == 26, let width = bytes.u32(at: 4, .big),
                let height = bytes.u32(at: 8, .big), let x = bytes.u32(at: 12, .big),
                let y = bytes.u32(at: 16, .big), let numerator = bytes.u16(at: 20, .big),
                let denominator = bytes.u16(at: 22, .big), control[25] < 2,
                let disposal = Disposal(rawValue: control[24])
            else { return nil }
            let rect = PixelRect(
                x: Int(x), y: Int(y), size: PixelSize(width: Int(width), height: Int(height)))
            guard !rect.size.isEmpty, rect == rect.clamped(to: canvas) else { return nil }
            self.init(
                rect: rect,
                duration: .seconds(Int(numerator)) / (denominator == 0 ? 100 : Int(denominator)),
                disposal: isFirst && disposal == .restore ? .clear : disposal,
                replaces: control[25] == 0)
        }
    }
#endif
