import ArgumentParser
import WebImage

/// `webimage frames`: takes an animation apart, or makes one of pictures.
struct FramesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Takes an animation apart, or makes one of pictures.",
        discussion: """
            With a folder as -o the frames of one animation are written there. With a file
            the pictures become an animation, in the order of the sources; of an animation
            all frames are taken. The first picture, or --size, decides the size; others
            are fitted into it.

            Examples:
              webimage frames cat.gif -o frames/
              webimage frames frames/*.png --delay 80ms --loop 3 -o cat.webp
              webimage frames cat.gif --delay 200ms -o slow.gif
            """)

    @Argument(
        help: ArgumentHelp("URLs, paths, or - for standard input.", valueName: "source"),
        completion: .file())
    var sources: [String] = []

    @Option(
        name: [.customShort("o", allowingJoined: true), .long],
        help: "A folder (it exists, or ends with /) for pictures, or a file for an animation.",
        completion: .file())
    var output: String

    @Option(
        name: .long,
        help: "The time of each frame: 100, 100ms or 0.1s (default: its own; of pictures 100ms).",
        transform: DelayArgument.read)
    var delay: Duration?

    @Option(
        name: .long, help: "How often the animation plays, 0 for endlessly (default: its own; 0).",
        transform: { try NumberArgument.read($0, in: 0...65_535) })
    var loop: Int?

    @Option(
        name: .long, help: "The size of the animation: 320x240.", transform: SizeArgument.read)
    var size: PixelSize?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The names of pictures, made of {stem}, {ext}, {width}, {height}, {index}.",
            valueName: "pattern"),
        transform: { try NamePattern(reading: $0) })
    var name: NamePattern?

    @Flag(name: .long, help: "Leave files that exist as they are; each is a failure.")
    var noClobber = false

    @OptionGroup var listing: SourceOptions
    @OptionGroup var encoding: EncodingOptions
    @OptionGroup var caching: CacheUseOptions
    @OptionGroup var loading: LoadingOptions

    func validate() throws {
        try listing.validate(sources)
        if output == "" { throw ValidationError("-o needs a folder or a file.") }
        guard name?.has(.digest) != true else {
            throw ValidationError("--name: a picture of an animation has no {digest}.")
        }
        if OutputArgument.isFolder(output) {
            try validateTakingApart()
        } else {
            try validateJoining()
        }
    }

    private func validateTakingApart() throws {
        if sources.count > 1 || listing.mayBeSeveral {
            throw ValidationError(
                "One animation is taken apart at a time; to make one, -o names a file.")
        }
        let idle =
            delay != nil ? "--delay" : loop != nil ? "--loop" : size != nil ? "--size" : nil
        if let idle { throw ValidationError("\(idle) is for making an animation: -o FILE.") }
        if let problem = name?.problem { throw ValidationError("--name: \(problem)") }
        if name?.has(.index) == false {
            throw ValidationError("--name needs {index}, since each frame has a separate name.")
        }
    }

    private func validateJoining() throws {
        if name != nil { throw ValidationError("--name needs a folder: -o FOLDER/.") }
        if let size, size.isEmpty {
            throw ValidationError("--size needs both sides here, such as 320x240.")
        }
        if OutputArgument.isStandardOutput(output), encoding.format == nil {
            throw ValidationError("-o - needs --format.")
        }
        try OutputArgument.checkFile(
            output, format: encoding.format, json: loading.report.json)
        if encoding.format == nil {
            if ImageFormat(ofPath: output) == nil {
                let name = output.printable
                throw ValidationError(
                    "'\(name)' names no format; --format does. A folder ends with a slash: '\(name)/'."
                )
            }
        }
        guard WebImageCommand.codecs.animatedEncoder(for: format) != nil else {
            let others = WebImageCommand.codecs.animatedNames
            throw ValidationError("\(format) has no animations; \(others) have.")
        }
    }

    func run() async throws {
        let session = Session(loading, usesCache: caching.usesCache)
        let isComplete = await isComplete(session)
        session.failures.finish()
        session.scratch.close()
        if !isComplete || !session.output.isIntact { throw ExitCode.failure }
    }

    /// The format of the pictures, or of the animation; its `.png` names an animated one.
    private var format: ImageFormat {
        if OutputArgument.isFolder(output) { return encoding.format ?? name?.namedFormat ?? .png }
        let format = encoding.format ?? ImageFormat(ofPath: output) ?? .gif
        return format == .png ? .apng : format
    }

    private func isComplete(_ session: Session) async -> Bool {
        let notes = session.notes
        do throws(SourceFailure) {
            let all = try SourceList.read(sources, listing, except: nil)
            let loader = FrameLoader(
                session: session, options: loading.requestOptions(usesCache: caching.usesCache),
                background: encoding.background ?? .clear,
                transforms: OutputArgument.isFolder(output) ? encoding.transforms : [],
                format: format, tellsLight: encoding.depth != .eight)
            if encoding.depth == .hdr {
                notes.tell(
                    "--depth hdr: frames have no light above white; bits are kept, as with keep")
            }
            notes.tellIdle(encoding.metadataOptions, on: "frames, which have no metadata")
            if OutputArgument.isFolder(output), let source = all.first {
                return await takeApart(source, loader)
            }
            guard
                let film = await loader.film(
                    of: all, size: size, delay: delay ?? .milliseconds(100), loop: loop)
            else { return false }
            notes.tell(encoding.given, as: format)
            if let delay, format == .gif, !delay.isWholeHundredths {
                notes.tell("--delay: gif has hundredths of a second, to which the time is rounded")
            }
            if let note = OutputArgument.formatNote(on: output, encoding.format) {
                notes.tell(note)
            }
            var rules = OutputRules(sources: all)
            rules.keepsExisting = noClobber
            let stored = try await write(film.image, rules, session)
            if let (source, bits) = film.deepest {
                tellLost(bits, to: stored, of: source, as: format, notes)
            }
            return true
        } catch {
            session.tell(error, of: nil)
            return false
        }
    }

    /// The settings of a format, with 8 bits unless a depth is given, as `get` has them.
    private func settings(for format: ImageFormat) -> EncodeSettings {
        var settings = encoding.settings(for: format)
        if encoding.depth == nil { settings.depth = .eight }
        return settings
    }

    /// Tells of bits that frames have and their files do not, unless they were asked to go.
    private func tellLost(
        _ bits: Int, to stored: Int, of source: Source, as format: ImageFormat, _ notes: Notes
    ) {
        guard bits > stored, encoding.depth != .eight else { return }
        notes.tell(Loss(.bitDepth, from: bits, to: stored), of: source, as: format)
    }

    /// Writes an animation and reports it.
    ///
    /// - Returns: The bits of a sample that the file stores.
    private func write(
        _ film: DecodedImage, _ rules: OutputRules, _ session: Session
    ) async throws(SourceFailure) -> Int {
        var settings = settings(for: format)
        settings.animation = AnimationTiming(delay: delay, loopCount: loop)
        let written = try await session.write(
            film, to: output, as: format, settings: settings, rules: rules)
        let count = film.frames?.count ?? 1
        if loading.report.json {
            let report = JSONValue.object([
                ("output", .text(output)), ("format", .text(written.format.rawValue)),
                ("width", .number(written.size.width)), ("height", .number(written.size.height)),
                ("bytes", .number(written.byteCount)), ("frames", .number(count)),
            ])
            session.output.result(report.text)
        } else if !loading.report.quiet, !OutputArgument.isStandardOutput(output) {
            session.output.result(
                "\(output.printable): \(written.format) \(written.size), \(count == 1 ? "1 frame" : "\(count) frames"), "
                    + "\(written.byteCount) bytes")
        }
        return written.bitDepth
    }

    private func takeApart(_ source: Source, _ loader: FrameLoader) async -> Bool {
        let parts = FrameParts(
            source: source, folder: output, pattern: name ?? .frames,
            format: format, settings: settings(for: format),
            noClobber: noClobber, json: loading.report.json, quiet: loading.report.quiet)
        loader.session.notes.tell(encoding.given, as: format)
        do throws(SourceFailure) {
            let deadline = loader.session.deadline()
            let image = try await loader.image(of: source, in: nil, until: deadline)
            let stored = try await parts.write(image, until: deadline, loader.session)
            let bits = image.poster.significantBits
            tellLost(bits, to: stored, of: source, as: format, loader.session.notes)
            return true
        } catch {
            loader.session.tell(error, of: source)
            return false
        }
    }
}
