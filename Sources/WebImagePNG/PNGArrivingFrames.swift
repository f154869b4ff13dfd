#if PNG
    import WebImageCoding
    import WebImagePixels

    /// The frames of an animation that is still arriving, kept as bytes until they are composed.
    struct PNGArrivingFrames {
        private var streams: [Int: [UInt8]] = [:]
        private var composer: ComposedFrames<PNGFrames>?

        /// Appends bytes of a frame's zlib stream.
        mutating func append(_ bytes: UnsafeRawBufferPointer, to frame: Int) {
            streams[frame, default: []] += bytes
        }

        /// Returns the newest complete frame, composed; each frame is decoded only once.
        mutating func newest(
            of animation: PNGAnimation, _ file: PNGFile, hasProfile: Bool
        ) throws(CodecError) -> Bitmap {
            let count = animation.completeCount
            if composer?.count != count { compose(animation, file, hasProfile) }
            do {
                guard let frame = try composer?.frame(at: count - 1) else {
                    throw CodecError.damaged(.png, "a frame is missing")
                }
                // Composed frames are not decoded again.
                streams = streams.filter { $0.key >= count }
                return frame.bitmap
            } catch let error as CodecError {
                throw error
            } catch {
                throw .damaged(.png, "\(error)")
            }
        }

        private mutating func compose(
            _ animation: PNGAnimation, _ file: PNGFile, _ hasProfile: Bool
        ) {
            let complete = streams.filter { $0.key < animation.completeCount }
            let source = PNGFrames(
                animation, file, hasProfile: hasProfile,
                pixels: .streams(complete.mapValues { ByteBlock(copying: $0) }))
            let layouts = Array(source.layouts.prefix(animation.completeCount))
            composer =
                if let composer {
                    ComposedFrames(continuing: composer, layouts: layouts, source: source)
                } else {
                    ComposedFrames(
                        size: file.header?.size ?? PixelSize(width: 1, height: 1),
                        layouts: layouts, loopCount: animation.loopCount, source: source)
                }
        }
    }
#endif
