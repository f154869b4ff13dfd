#if Server
    import WebImage
    import WebImageURLs

    /// The type under which the bytes of a source are passed on, and the way a browser takes them.
    ///
    /// The server's host is often an application's, for which an origin must write no page
    /// and no script.
    struct SourceType: Hashable, Sendable {
        /// The value of `Content-Type`; nil for none.
        let mediaType: String?
        /// `true` if browsers keep the bytes and show nothing.
        let isAttachment: Bool
        /// The format that the bytes show; nil if it is not known.
        private var format: ImageFormat?

        /// Bytes that are no picture.
        static let unknown = SourceType(mediaType: "application/octet-stream", isAttachment: true)

        /// Returns the type of a body by the format of its first bytes; no field of the origin
        /// chooses it.
        ///
        /// Bytes that begin in the middle have none. SVG is shown in pages, and as a page of its
        /// own kept only.
        static func shown(by format: ImageFormat?, _ head: ResponseHead) -> SourceType {
            let first =
                head.status == 206
                ? head.headers["Content-Range"].flatMap(ContentRange.init)?.range?.lowerBound : 0
            guard let format, first == 0 else { return .unknown }
            return SourceType(
                mediaType: format.servedMediaType, isAttachment: format == .svg, format: format)
        }

        /// Returns the type that the origin states, by the rules of other servers; one that
        /// browsers could run is not passed on.
        ///
        /// - Parameter plan: The plan whose source's ending counts if the origin states none; nil
        ///   if none does.
        static func stated(by head: ResponseHead, _ plan: ImagePlan?) -> SourceType {
            let ending = plan?.endingOfSource
            let format = ImageFormat.all.first {
                $0.fileExtension == ending || $0.rawValue == ending
            }
            let stated = head.headers.values("Content-Type")
            guard let type = stated.first else {
                return SourceType(mediaType: format.map(\.servedMediaType), isAttachment: false)
            }
            // Of several types browsers take the last one.
            let essence = type.prefix { $0 != ";" }.trimmingSpaces.lowercased()
            guard stated.count == 1, !type.utf8.contains(UInt8(ascii: ",")), isPassive(essence)
            else { return .unknown }
            return SourceType(
                mediaType: type, isAttachment: false,
                format: ImageFormat.all.first { $0.servedMediaType == essence })
        }

        /// Returns `true` for types that browsers show and do not run.
        private static func isPassive(_ essence: String) -> Bool {
            ["image/", "audio/", "video/"].contains { essence.hasPrefix($0) }
                || ["text/plain", "application/octet-stream"].contains(essence)
        }

        /// Returns the ending of a file's name: the one in the source's address, else the format's.
        ///
        /// - Parameter isChecked: `true` gives a picture the ending of a picture.
        func ending(of plan: ImagePlan, isChecked: Bool) -> String {
            let ending = plan.endingOfSource
            guard let format, ending.isEmpty || isChecked else { return ending }
            let isOfPicture = ImageFormat.all.contains {
                [$0.fileExtension, $0.servedExtension, $0.rawValue].contains(ending)
            }
            return isOfPicture ? ending : format.servedExtension
        }
    }

    /// The first bytes of a body, by which its format is known.
    struct FormatProbe {
        /// The most bytes that are looked at: a root of XML may come after that many.
        private static let limit = 64 << 10

        private var bytes: [UInt8] = []
        private var nextLook = 16
        private var found: ImageFormat?

        /// The format of the bytes so far; nil for no picture.
        var format: ImageFormat? { found ?? look() }

        /// Adds bytes; returns `true` once no more are needed.
        mutating func add(_ chunk: ByteBlock) -> Bool {
            chunk.withUnsafeBytes { bytes += $0.prefix(Self.limit - bytes.count) }
            // Each look reads twice the bytes of the last one, however few come at once.
            if bytes.count >= nextLook {
                found = look()
                while nextLook <= bytes.count { nextLook *= 2 }
            }
            return found != nil || bytes.count >= Self.limit
        }

        private func look() -> ImageFormat? {
            let format = ImageFormat(signatureOf: bytes.span.bytes)
            // Anything may be compressed, and no browser shows it without a field of the origin.
            return format == .svg && bytes.starts(with: [0x1F, 0x8B]) ? nil : format
        }
    }
#endif
