#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// One frame of an animation, as its `ANMF` header says.
    struct WebPFrame {
        /// Where it lies on the canvas.
        var rect: PixelRect
        /// How long it is shown.
        var duration: Duration
        /// The bytes of its `ALPH` and `VP8 ` or `VP8L` chunks.
        var payload: Range<Int>
        /// Whether the file ends before the frame does.
        var isTruncated: Bool
        /// Whether its rectangle is cleared before the next frame.
        var isCleared: Bool
        /// Whether nothing below shines through: it says so, or has no alpha.
        var replaces: Bool

        /// The frame of a chunk of at least 16 bytes.
        init(_ chunk: RIFFChunk, of bytes: RawSpan) {
            let header = chunk.body.lowerBound
            rect = PixelRect(
                x: 2 * bytes.u24(at: header), y: 2 * bytes.u24(at: header + 3),
                size: PixelSize(
                    width: bytes.u24(at: header + 6) + 1, height: bytes.u24(at: header + 9) + 1))
            duration = .milliseconds(bytes.u24(at: header + 12))
            let flags = bytes.u8(at: header + 15) ?? 0
            isCleared = flags & 1 != 0
            isTruncated = chunk.isTruncated
            // Unknown chunks may stand before the picture; libwebp wants to begin at the picture.
            var offset = header + 16
            while let inner = bytes.chunk(at: offset, end: chunk.body.upperBound),
                !bytes.has("ALPH", at: offset), !bytes.has("VP8 ", at: offset),
                !bytes.has("VP8L", at: offset)
            {
                offset = inner.next
            }
            payload = min(offset, chunk.body.upperBound)..<chunk.body.upperBound
            replaces = flags & 2 != 0 || !bytes.hasAlpha(ofImageAt: offset)
        }

        /// Where it is drawn, and what becomes of it.
        var layout: FrameLayout {
            FrameLayout(
                rect: rect, duration: duration, disposal: isCleared ? .clear : .keep,
                replaces: replaces)
        }

        /// Draws the frame on the canvas: straight into its memory where nothing shines through.
        ///
        /// - Parameter isFirst: Whether the canvas is still transparent.
        /// - Throws: `CodecError` when the frame is damaged or needs more than the limits.
        func draw(
            on canvas: inout Bitmap, from bytes: RawSpan, isFirst: Bool, limits: DecodeLimits
        ) throws(CodecError) {
            let isDirect = isFirst || replaces
            let plan = try WebPPlan(
                self, on: canvas.size, bytes, isDirect: isDirect, limits: limits)
            if isDirect {
                let isOpaque = try plan.decode(bytes, into: &canvas)
                canvas.isOpaque = isOpaque && (plan.covers || canvas.isOpaque)
            } else {
                var top = try Bitmap(decoding: rect.size, isCleared: false)
                top.isOpaque = try plan.decode(bytes, into: &top)
                canvas.composite(top, atX: rect.x, y: rect.y)
            }
        }
    }

    extension RawSpan {
        /// Whether the chunks of an image that begin at `offset` announce transparent pixels.
        fileprivate func hasAlpha(ofImageAt offset: Int) -> Bool {
            if has("VP8 ", at: offset) { return false }
            guard has("VP8L", at: offset), let bits = u32(at: offset + 9, .little) else {
                return true
            }
            // Behind the signature: 14 bits width, 14 bits height, 1 bit alpha (RFC 9649, 3.4).
            return bits & 1 << 28 != 0
        }
    }
#endif
