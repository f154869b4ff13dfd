#if AVIF
    import WebImageCoding

    /// One box of an ISO base media file (ISO/IEC 14496-12, section 4.2).
    struct AVIFBox {
        /// Where its header begins.
        var start: Int
        /// Where its four letters stand.
        var typeOffset: Int { start + 4 }
        /// Its content, as far as the file has it.
        var body: Range<Int>
        /// Whether its header says that it reaches to the end of what holds it.
        var isOpenEnded: Bool
    }

    extension RawSpan {
        /// The box whose header begins at `offset`, nil when there is none before `end`.
        func box(at offset: Int, end: Int) -> AVIFBox? {
            guard offset <= end - 8, let size = u32(at: offset, .big) else { return nil }
            var (length, header) = (Int(size), 8)
            if size == 1 {
                guard let high = u32(at: offset + 8, .big), let low = u32(at: offset + 12, .big),
                    high < 0x4000_0000
                else { return nil }
                (length, header) = (Int(high) << 32 | Int(low), 16)
            }
            if size == 0 { length = end - offset }
            guard length >= header else { return nil }
            return AVIFBox(
                start: offset, body: min(offset + header, end)..<min(offset + length, end),
                isOpenEnded: size == 0)
        }

        /// The boxes in `range` of type `type`, or all of them, in order; the first thousand.
        func boxes(_ type: StaticString? = nil, in range: Range<Int>) -> [AVIFBox] {
            var (offset, found): (Int, [AVIFBox]) = (range.lowerBound, [])
            while found.count < 1000, let box = box(at: offset, end: range.upperBound) {
                if type.map({ has($0, at: box.typeOffset) }) ?? true { found.append(box) }
                guard box.body.upperBound > offset else { break }
                offset = box.body.upperBound
            }
            return found
        }

        /// The content of the first box that a path of types leads to.
        func firstBox(_ path: [StaticString], in range: Range<Int>) -> Range<Int>? {
            path.reduce(Optional(range)) { range, type in
                range.flatMap { boxes(type, in: $0).first?.body }
            }
        }

        /// The tracks of the film, nothing where there is none.
        var tracks: [Range<Int>] {
            guard let film = firstBox(["moov"], in: 0..<byteCount) else { return [] }
            return boxes("trak", in: film).map(\.body)
        }

        /// The handler of a track: `pict` for pictures, `soun` for sound.
        func isHandled(_ track: Range<Int>, by handler: StaticString) -> Bool {
            guard let body = firstBox(["mdia", "hdlr"], in: track) else { return false }
            return has(handler, at: body.lowerBound + 8)
        }
    }
#endif
