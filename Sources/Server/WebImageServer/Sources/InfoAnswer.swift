#if Server
    import WebImage
    import WebImageURLs

    // Descriptions of pictures as JSON.
    extension ServerCall {
        /// Returns the size, format, frames, placeholders, colours and EXIF fields of a source.
        func info(of plan: ImagePlan) async throws(ServerFault) -> Answer {
            do throws(ImageError) {
                let pipeline = pipeline(for: plan)
                let info = try await pipeline.info(for: plan.source)
                // Placeholders and colours are made of a small picture.
                var request = ImageRequest(plan.source)
                request.targetSize = PixelSize(width: 100, height: 100)
                request.firstFrameOnly = true
                let response = try await pipeline.image(for: request)
                let (metadata, size) = (info.metadata, info.metadata.size)
                let result = plan.sizing.plan(for: size, isVector: metadata.isVector).canvas
                let described = AnsweredInfo(
                    source: plan.source, size: (size.width, size.height),
                    frameCount: metadata.frameCount, resultSize: (result.width, result.height))
                let text =
                    rules.description(of: described)
                    ?? Self.text(info, described, response.image.poster, plan)
                var answer = Answer(200, text, type: "application/json")
                // Its tag would be the source's.
                let origin = rules.fields(of: answered(response.head?.headers ?? [:], plan))
                answer.fields.set(origin.filter { ["Cache-Control", "Expires"].contains($0.name) })
                return answer
            } catch {
                throw ServerFault(error)
            }
        }

        private static func text(
            _ info: ImageInfo, _ described: AnsweredInfo, _ poster: Bitmap, _ plan: ImagePlan
        ) -> String {
            let (metadata, size, result) = (info.metadata, described.size, described.resultSize)
            let sides = [("width", String(result.width)), ("height", String(result.height))]
            // The fields of the place are sent only if all metadata is asked for.
            let tellsPlace =
                plan.encoding.stripsMetadata == false && plan.encoding.dropsLocation != true
            let exif = info.exifFields.filter { tellsPlace || !$0.name.hasPrefix("GPS") }
            return JSONText.object([
                ("format", JSONText.string(info.format.rawValue)),
                ("width", String(size.width)), ("height", String(size.height)),
                ("frames", String(metadata.frameCount)), ("pages", String(metadata.pageCount)),
                ("hasAlpha", String(metadata.hasAlpha)),
                ("orientation", String(metadata.orientation.rawValue)),
                ("bytes", String(info.byteCount)),
                ("thumbHash", JSONText.string(ThumbHash(of: poster).base64)),
                ("blurHash", JSONText.string(BlurHash(of: poster).text)),
                ("colors", JSONText.list(DominantColors.of(poster, count: 6).map(JSONText.string))),
                ("exif", JSONText.object(exif.map { ($0.name, JSONText.string($0.value)) })),
                ("result", JSONText.object(sides)),
            ])
        }
    }

    /// The colours that most pixels of a picture are near to.
    enum DominantColors {
        /// Returns up to 256 colours as `#rrggbb`, the most frequent first; transparent pixels do
        /// not count.
        static func of(_ bitmap: Bitmap, count: Int) -> [String] {
            let rows = (0..<bitmap.size.height).map(bitmap.straightRow)
            var counter = ColorCounter()
            for row in rows { counter.add(row.span) }
            let palette = Palette(of: counter, count: count, rounds: 2)
            guard !palette.colors.isEmpty else { return [] }
            let transparent = UInt8(palette.colors.count)
            var mapper = PaletteMapper(
                palette, width: bitmap.size.width, transparentIndex: transparent, dithers: false)
            var counts = [Int](repeating: 0, count: palette.colors.count + 1)
            var indices = [UInt8](repeating: 0, count: bitmap.size.width)
            for row in rows {
                mapper.map(row.span, into: &indices, at: 0)
                for index in indices { counts[Int(index)] += 1 }
            }
            return palette.colors.indices.filter { counts[$0] > 0 }
                .sorted { (counts[$1], $0) < (counts[$0], $1) }
                .map { index in
                    let color = palette.colors[index]
                    return "#" + Hexadecimal.text(of: [16, 8, 0].map { UInt8(color >> $0 & 255) })
                }
        }
    }
#endif
