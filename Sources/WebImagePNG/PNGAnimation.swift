#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The frames of an animated file, as their headers tell.
    ///
    /// W3C PNG, third edition, section 11.3.4. An animation ends before the first header that breaks the rules: a rectangle outside of the
    /// canvas, an unknown method, a number out of sequence. One that ends before its first frame is
    /// none, and the file a still.
    struct PNGAnimation {
        /// One frame: where it goes, and where the first chunk of its pixels begins in the file.
        struct StoredFrame {
            var layout: FrameLayout
            var place: Int
        }

        /// The frames whose pixels have begun, at most as many as the file announces.
        private(set) var frames: [StoredFrame] = []
        /// How often it plays in total, 0 for ever.
        let loopCount: Int
        /// The frame whose pixels are being told.
        private(set) var openFrame: Int?
        /// Whether the default image is no frame.
        private(set) var hidesDefault = false
        private let announced: Int
        private var pending: FrameLayout?
        private var sequence: UInt32 = 0
        private var isOver = false

        /// The body of `acTL`; nil where it announces no frame.
        init?(_ body: [UInt8]) {
            guard let count = body.span.bytes.u32(at: 0, .big), count > 0,
                let plays = body.span.bytes.u32(at: 4, .big)
            else { return nil }
            announced = Int(count)
            loopCount = Int(plays)
        }

        /// How many frames are whole.
        var completeCount: Int { frames.count - (openFrame == nil ? 0 : 1) }

        /// Takes the body of `fcTL`, empty when it is damaged.
        ///
        /// - Throws: `CodecError.limit` when there are too many frames.
        mutating func take(
            _ body: [UInt8], canvas: PixelSize, limits: DecodeLimits
        ) throws(CodecError) {
            openFrame = nil
            pending = nil
            guard !isOver, frames.count < announced else { return }
            guard next(body.span.bytes.u32(at: 0, .big)),
                let layout = FrameLayout(control: body, canvas: canvas, isFirst: frames.isEmpty)
            else {
                isOver = true
                return
            }
            try limits.check(frames: frames.count + 1)
            pending = layout
        }

        /// A chunk of pixels begins: of the default image where it has no number.
        ///
        /// - Parameter isFirst: Whether none came before it.
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
                // The frame that is told lacks what should have come now.
                if openFrame != nil, !tellsDefault { frames.removeLast() }
                end()
            } else if let layout = pending {
                append(layout, place)
            } else if tellsDefault {
                end()
            }
        }

        /// Ends it before a frame whose pixels are not what the headers promise.
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
        /// What the body of `fcTL` says; nil when it breaks the rules.
        ///
        /// A delay's denominator of 0 stands for 100. The first frame has nothing before it that could
        /// come back, so it is cleared.
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
