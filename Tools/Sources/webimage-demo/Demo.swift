import WebImage
import WebImageTool

/// The whole demo: paints pictures, serves them, loads them three times, writes the results.
struct Demo: Sendable {
    /// The folder that files are written to.
    var folder: String
    /// The width of the contact sheet in pixels.
    var sheetWidth = 1600
    /// The codecs of the pipeline.
    var codecs = SandboxArgument.onDemand.codecs()
    /// The factor of all sample sizes; tests use less than 1.
    var scale = 1.0

    struct Report: Sendable {
        let table: [String]
        /// The paths of all files, the contact sheet first.
        let files: [String]
    }

    /// Runs the demo; only the files of the report remain.
    ///
    /// - Throws: `DemoFailure` if a load has an unexpected origin, else the error that occurred.
    func run() async throws -> Report {
        // First, so that an unwritable folder is reported before any work.
        var folder = try DemoFolder(folder)
        let box = SheetLayout.box(sheetWidth: sheetWidth)
        let samples = try await SampleGallery.samples(scale: scale, box: box)
        let outcomes = try await loaded(samples)
        try write(outcomes, to: &folder)
        return Report(table: DemoTable.lines(outcomes.map(\.row)), files: folder.written)
    }

    private func loaded(_ samples: [Sample]) async throws -> [DemoLoads.Outcome] {
        try await DemoFolder.withTemporary { cache in
            let origin = try DemoOrigin(samples)
            defer { origin.shutdown() }
            let outcomes = try await withImagePipeline(disk: DiskCache(folder: cache)) {
                var pipeline = $0
                pipeline.codecs = codecs
                return try await DemoLoads.run(samples, from: origin, through: pipeline)
            }
            try origin.checkRequests(samples)
            return outcomes
        }
    }

    private func write(_ outcomes: [DemoLoads.Outcome], to folder: inout DemoFolder) throws {
        let formats = Set(outcomes.map(\.sample.format)).count
        let sheet = try ContactSheet.drawn(
            title: "WebImage demo",
            subtitle: "\(outcomes.count) pictures in \(formats) formats · "
                + "loaded from network, disk and memory · decoded, transformed, drawn",
            outcomes.map(\.entry), width: sheetWidth)
        try folder.write(sheet.encoded(as: .png), to: "contact-sheet.png")
        for outcome in outcomes {
            let format = outcome.thumbnailFormat
            try folder.write(
                outcome.thumbnail.encoded(as: format, EncodeSettings(quality: 88)),
                to: "demo-output/\(outcome.sample.stem).\(format.fileExtension)")
        }
    }
}

extension DemoLoads.Outcome {
    /// The line of the table.
    fileprivate var row: DemoTable.Row {
        DemoTable.Row(
            source: sample.name, format: sample.format, size: sourceSize,
            byteCount: sample.bytes.count, loads: loads)
    }

    /// The picture of the contact sheet.
    fileprivate var entry: ContactSheet.Entry {
        ContactSheet.Entry(
            thumbnail: thumbnail, name: sample.name, details: "\(sample.format) · \(sourceSize)",
            spelling: sample.transforms)
    }

    /// WebP for WebP; else JPEG, or PNG for PNG and transparent thumbnails.
    fileprivate var thumbnailFormat: ImageFormat {
        if sample.format == .webp { return .webp }
        return thumbnail.isOpaque && sample.format != .png ? .jpeg : .png
    }
}
