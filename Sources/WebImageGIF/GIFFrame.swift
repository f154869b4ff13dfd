#if GIF
    import WebImageCoding
    import WebImagePixels

    /// One frame, as its image descriptor and the graphic control before it say.
    ///
    /// Kept for every frame of a file, so its numbers are as small as the file's own.
    struct GIFFrame {
        /// Where the image descriptor begins.
        let offset: Int
        /// Where the last whole sub-block of its pixels ends.
        var end: Int
        private let x: UInt16
        private let y: UInt16
        private let width: UInt16
        private let height: UInt16
        private(set) var control = GIFControl()
        /// The colours that its own or the global table has.
        let colorCount: UInt16
        /// Whether each of its indices has a colour and none is transparent; known once its code
        /// size is.
        private(set) var isOpaque = false

        /// A frame whose descriptor begins at `offset`, its pixels at `end`.
        init(
            offset: Int, end: Int, origin: (x: UInt16, y: UInt16),
            size: (width: UInt16, height: UInt16), colorCount: Int, control: GIFControl
        ) {
            (self.offset, self.end, self.colorCount) = (offset, end, UInt16(colorCount))
            (x, y) = origin
            (width, height) = size
            self.control = control
        }

        /// Where the frame lies on the canvas; it may stand out.
        var rect: PixelRect {
            PixelRect(x: Int(x), y: Int(y), size: PixelSize(width: Int(width), height: Int(height)))
        }

        /// The index that leaves a pixel transparent.
        var transparentIndex: UInt8? { control.transparentIndex }

        /// How long it is shown, as written.
        var duration: Duration { .milliseconds(Int(control.hundredths) * 10) }

        /// Whether there is nothing to draw: no pixel, or no colour for any. A file that begins so is
        /// damaged; behind a frame that shows something browsers pass over it.
        var isBlank: Bool { width == 0 || height == 0 || colorCount == 0 }

        /// Takes the bits of the smallest code, which bound the indices.
        mutating func setCodeSize(_ bits: UInt8) {
            isOpaque = transparentIndex == nil && bits <= 8 && Int(colorCount) >= 1 << Int(bits)
        }

        /// What the shared composer needs to know of it.
        func layout(on canvas: PixelSize) -> FrameLayout {
            FrameLayout(
                rect: rect.clamped(to: canvas), duration: duration, disposal: control.disposal,
                replaces: isOpaque)
        }
    }

    /// What a graphic control says of the frame behind it.
    struct GIFControl {
        /// How long the frame is shown, in hundredths of a second.
        var hundredths: UInt16 = 0
        /// The index that leaves a pixel transparent.
        var transparentIndex: UInt8?
        /// What becomes of the frame; 4 restores as 3 does, as browsers read it.
        var disposal = FrameLayout.Disposal.keep
    }
#endif
