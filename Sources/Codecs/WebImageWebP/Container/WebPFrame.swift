#if WebP
    import CWebP
    import WebImageCoding
    import WebImagePixels

    /// A frame of an animation, described by its `ANMF` header.
    struct WebPFrame {
        /// The position on the canvas.
        var rect: PixelRect
        var duration: Duration
        /// The byte range of its `ALPH` and `VP8 ` or `VP8L` chunks.
        var payload: Range<Int>
        /// `true` if the file ends before the frame.
        var isTruncated: Bool
        /// `true` if its rectangle is cleared before the next frame.
        var isCleared: Bool
        /// `true` if it is not blended: its flag is set, or it has no alpha.
        var replaces: Bool
        /// `true` if the header of the file allows transparent pixels.
        let allowsAlpha: Bool

        /// Reads the frame of a chunk of at least 16 bytes.
        init(_ chunk: RIFFChunk, of bytes: RawSpan, allowsAlpha: Bool) {
            self.allowsAlpha = allowsAlpha
            let header = chunk.body.lowerBound
            rect = PixelRect(
                x: 2 * bytes.u24(at: header), y: 2 * bytes.u24(at: header + 3),
                size: PixelSize(
                    width: bytes.u24(at: header + 6) + 1, height: bytes.u24(at: header + 9) + 1))
            duration = .milliseconds(bytes.u24(at: header + 12))
            let flags = bytes.u8(at: header + 15) ?? 0
            isCleared = flags & 1 != 0
            isTruncated = chunk.isTruncated
            // Unknown chunks may precede the image; libwebp expects the image first.
            var offset = header + 16
            while let inner = bytes.chunk(at: offset, end: chunk.body.upperBound),
                !bytes.has("ALPH", at: offset), !bytes.has("VP8 ", at: offset),
                !bytes.has("VP8L", at: offset)
            {
                offset = inner.next
            }
            payload = min(offset, chunk.body.upperBound)..<chunk.body.upperBound
            replaces = flags & 2 != 0 || !allowsAlpha || !bytes.hasAlpha(ofImageAt: offset)
        }

        /// The position, duration and disposal.
        var layout: FrameLayout {
            FrameLayout(
                rect: rect, duration: duration, disposal: isCleared ? .clear : .keep,
                replaces: replaces)
        }

        /// Draws the frame on the canvas: directly into its memory if no blending is needed.
        ///
        /// - Parameter isFirst: `true` if the canvas is still transparent.
        /// - Throws: `CodecError` if the frame is damaged or exceeds the limits.
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
        /// Returns `true` if the image chunks at `offset` may have transparent pixels.
        fileprivate func hasAlpha(ofImageAt offset: Int) -> Bool {
            if has("VP8 ", at: offset) { return false }
            guard has("VP8L", at: offset), let bits = u32(at: offset + 9, .little) else {
                return true
            }
            // After the signature: 14 bits width, 14 bits height, 1 bit alpha (RFC 9649, 3.4).
            return bits & 1 << 28 != 0
        }
    }
#endif
