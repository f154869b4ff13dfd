#if GIF
    import WebImageCoding
    import WebImagePixels

    /// A frame described by its image descriptor and the preceding graphic control.
    ///
    /// One is kept for every frame of a file, so its fields are as small as the file's.
    struct GIFFrame {
        /// The offset of the image descriptor.
        let offset: Int
        /// The end offset of the last complete sub-block of its pixels.
        var end: Int
        private let x: UInt16
        private let y: UInt16
        private let width: UInt16
        private let height: UInt16
        private(set) var control = GIFControl()
        /// `true` if the rows are in the order of ``GIFInterlace``.
        let isInterlaced: Bool
        /// The number of colours in its own table, otherwise in the global one.
        let colorCount: UInt16
        /// `true` if each index has a colour and none is transparent; set once the code size is
        /// known.
        private(set) var isOpaque = false
        /// The number of bits of an index in the smallest code.
        private(set) var codeSize: UInt8 = 0

        /// Creates a frame whose descriptor begins at `offset` and whose pixels begin at `end`.
        init(
            offset: Int, end: Int, origin: (x: UInt16, y: UInt16),
            size: (width: UInt16, height: UInt16), isInterlaced: Bool, colorCount: Int,
            control: GIFControl
        ) {
            self.isInterlaced = isInterlaced
            (self.offset, self.end, self.colorCount) = (offset, end, UInt16(colorCount))
            (x, y) = origin
            (width, height) = size
            self.control = control
        }

        /// The position on the canvas; it may exceed the canvas.
        var rect: PixelRect {
            PixelRect(x: Int(x), y: Int(y), size: PixelSize(width: Int(width), height: Int(height)))
        }

        /// The index of transparent pixels.
        var transparentIndex: UInt8? { control.transparentIndex }

        /// The duration as stored.
        var duration: Duration { .milliseconds(Int(control.hundredths) * 10) }

        /// `true` if its list of codes is empty; nothing is drawn, as in browsers.
        private(set) var isEmpty = false

        /// `true` if there is nothing to draw in a later frame: no pixel, no codes, or no colour
        /// table.
        ///
        /// A first frame of no side is an error, and one without colours black.
        var isBlank: Bool { width == 0 || height == 0 || colorCount == 0 || isEmpty }

        /// Sets the number of bits of the smallest code, which bounds the indices.
        mutating func setCodeSize(_ bits: UInt8, isEmpty: Bool) {
            (codeSize, self.isEmpty) = (bits, isEmpty)
            isOpaque =
                transparentIndex == nil && !isEmpty && bits <= 8
                && Int(colorCount) >= 1 << Int(bits)
        }

        /// Returns the layout for the shared composer.
        func layout(on canvas: PixelSize) -> FrameLayout {
            FrameLayout(
                rect: rect.clamped(to: canvas), duration: duration, disposal: control.disposal,
                replaces: isOpaque)
        }
    }

    /// The contents of a graphic control, which apply to the next frame.
    struct GIFControl {
        /// The delay in hundredths of a second.
        var hundredths: UInt16 = 0
        /// The index of transparent pixels.
        var transparentIndex: UInt8?
        /// The disposal of the frame; 4 is read as 3 (restore), as in browsers.
        var disposal = FrameLayout.Disposal.keep
    }
#endif
