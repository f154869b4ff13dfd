#if Server
    import WebImage
    import WebImageURLs

    // Descriptions of pictures as JSON.
    extension ServerCall {
        /// The longer side of the picture that placeholders are made of.
        private static let placeholderSide = 100

        /// Returns the size, format, frames, placeholders, colours and EXIF fields of a source.
        func info(of plan: ImagePlan) async throws(ServerFault) -> Answer {
            do throws(ImageError) {
                let pipeline = pipeline(for: plan)
                let info = try await pipeline.info(for: plan.source)
                var request = ImageRequest(plan.source)
                request.targetSize = PixelSize(
                    width: Self.placeholderSide, height: Self.placeholderSide)
                request.firstFrameOnly = true
                let response = try await pipeline.image(for: request)
                let poster = response.image.poster
                var answer = Answer(status: 200)
                answer.fields["Content-Type"] = "application/json"
                // Its tag would be that of the source.
                let origin = answered(response.head?.headers ?? [:], plan)
                answer.fields.set(
                    rules.fields(of: origin).filter {
                        ["Cache-Control", "Expires"].contains($0.name)
                    })
                let described = rules.description(of: Self.described(info, plan))
                answer.body = .text(described ?? Self.text(info, poster, plan))
                return answer
            } catch {
                throw ServerFault(error)
            }
        }

        private static func text(_ info: ImageInfo, _ poster: Bitmap, _ plan: ImagePlan) -> String {
            let (metadata, size) = (info.metadata, info.metadata.size)
            let result = plan.sizing.plan(for: size, isVector: metadata.isVector).canvas
            return JSONText.object([
                ("format", JSONText.string(info.format.rawValue)),
                ("width", String(size.width)), ("height", String(size.height)),
                ("frames", String(metadata.frameCount)), ("pages", String(metadata.pageCount)),
                ("hasAlpha", String(metadata.hasAlpha)),
                ("orientation", String(metadata.orientation.rawValue)),
                ("bytes", String(info.byteCount)),
                ("thumbHash", JSONText.string(ThumbHash(of: poster).base64)),
                ("blurHash", JSONText.string(BlurHash(of: poster).text)),
                (
                    "colors",
                    JSONText.list(
                        DominantColors.of(poster, count: 6).map { JSONText.string($0) })
                ),
                ("exif", exif(of: info, plan)),
                (
                    "result",
                    JSONText.object([
                        ("width", String(result.width)), ("height", String(result.height)),
                    ])
                ),
            ])
        }

        /// Returns the EXIF fields; those of the place only if all metadata is asked for.
        private static func exif(of info: ImageInfo, _ plan: ImagePlan) -> String {
            let tellsPlace =
                plan.encoding.stripsMetadata == false && plan.encoding.dropsLocation != true
            let fields = info.exifFields.filter { tellsPlace || !$0.name.hasPrefix("GPS") }
            return JSONText.object(fields.map { ($0.name, JSONText.string($0.value)) })
        }

        /// Returns a picture as rules of descriptions see it.
        private static func described(_ info: ImageInfo, _ plan: ImagePlan) -> AnsweredInfo {
            let size = info.metadata.size
            let result = plan.sizing.plan(for: size, isVector: info.metadata.isVector).canvas
            return AnsweredInfo(
                source: plan.source, size: (size.width, size.height),
                frameCount: info.metadata.frameCount, resultSize: (result.width, result.height))
        }
    }
#endif
