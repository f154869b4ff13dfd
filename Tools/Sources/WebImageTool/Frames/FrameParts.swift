import WebImage

/// Writes the frames of an animation as pictures.
struct FrameParts: Sendable {
    let source: Source
    let folder: String
    let pattern: NamePattern
    let format: ImageFormat
    let settings: EncodeSettings
    let noClobber: Bool
    let json: Bool
    let quiet: Bool

    /// Writes all frames, one after the other, and reports each.
    ///
    /// - Returns: The most bits of a sample that a file stores.
    func write(
        _ image: DecodedImage, until deadline: Deadline, _ session: Session
    ) async throws(SourceFailure) -> Int {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        try await session.files.run { () throws(SourceFailure) in
            try OutputFile.makeFolder(folder)
        }
        let durations = image.frames?.rawDurations ?? []
        let count = image.frames?.count ?? 1
        let digits = String(count).count
        var rules = OutputRules(sources: [source])
        rules.keepsExisting = noClobber
        var bits = 8
        for index in 0..<count {
            let bitmap = try await deadline.run("decode") { () throws(SourceFailure) in
                try await self.bitmap(at: index, of: image, session)
            }
            let number = String(index + 1)
            let name = pattern.filled(
                NamePattern.Facts(
                    stem: source.stem, ext: format.fileExtension,
                    index: String(repeating: "0", count: digits - number.count) + number,
                    size: bitmap.size))
            let written = try await session.write(
                DecodedImage(poster: bitmap), to: folder + name, as: format, settings: settings,
                rules: rules, until: deadline)
            bits = max(bits, written.bitDepth)
            let delay = index < durations.count ? durations[index] : .zero
            report(index, folder + name, written.size, delay, written.byteCount, session.output)
        }
        return bits
    }

    private func bitmap(
        at index: Int, of image: DecodedImage, _ session: Session
    ) async throws(SourceFailure) -> Bitmap {
        guard let frames = image.frames else { return image.poster }
        return try await session.files.run { () throws(SourceFailure) in
            do {
                return try frames.frame(at: index).bitmap
            } catch {
                throw SourceFailure(stage: "decode", reason: "frame \(index + 1): \(error)")
            }
        }
    }

    private func report(
        _ index: Int, _ path: String, _ size: PixelSize, _ delay: Duration, _ byteCount: Int,
        _ output: Output
    ) {
        if json {
            output.result(
                JSONValue.object([
                    ("source", .text(source.label)), ("frame", .number(index + 1)),
                    ("output", .text(path)), ("format", .text(format.rawValue)),
                    ("width", .number(size.width)), ("height", .number(size.height)),
                    ("bytes", .number(byteCount)), ("delay_ms", .milliseconds(delay)),
                ]).text)
        } else if !quiet {
            output.result(
                "\(source.display), frame \(index + 1) -> \(path.printable): \(format) \(size), "
                    + "\(byteCount) bytes, \(JSONValue.milliseconds(delay).text) ms")
        }
    }
}
