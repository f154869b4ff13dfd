import ArgumentParser
import WebImage

/// The options for the names of outputs, and for files that exist.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The names in the folder, made of {stem}, {ext}, {width}, {height}, {index}, {digest}.",
            valueName: "pattern"),
        transform: { try NamePattern(reading: $0) })
    var name: NamePattern?

    @Flag(name: .long, help: "Keep the folders of the source's path or URL below the folder.")
    var parents = false

    @Flag(name: .long, help: "Leave files that exist as they are.")
    var noClobber = false

    @Flag(name: .long, help: "Leave files as they are that are as new as their source file.")
    var skipNewer = false

    @Flag(name: .long, help: "Let an output of -o replace a source.")
    var inPlace = false

    @Flag(name: .long, help: "Let --in-place lose the pictures and films that follow a picture.")
    var dropAttached = false

    @Flag(
        name: .long,
        help: "Write into a file with several hard links, so that all of them show the picture.")
    var keepHardLinks = false

    @Flag(name: .long, help: "Tell what would be written, and load and write nothing.")
    var dryRun = false

    /// Checks these options together with the output.
    ///
    /// - Parameters:
    ///   - output: The value of -o.
    ///   - isFolder: `true` if it names a folder.
    func validate(_ output: String?, isFolder: Bool) throws {
        let needed =
            name != nil ? "--name" : parents ? "--parents" : nil
        if let needed, !isFolder { throw ValidationError("\(needed) needs a folder: -o FOLDER/.") }
        if dropAttached, !inPlace { throw ValidationError("--drop-attached needs --in-place.") }
        guard output == nil else { return }
        if inPlace {
            throw ValidationError(
                "--in-place needs an output: -o FILE, or -o and the folder of the sources.")
        }
        let idle =
            dryRun
            ? "--dry-run"
            : noClobber
                ? "--no-clobber"
                : skipNewer ? "--skip-newer" : keepHardLinks ? "--keep-hard-links" : nil
        if let idle { throw ValidationError("\(idle) needs an output: -o.") }
    }

    /// The rules for outputs that exist, for sources that are yet to be added.
    var rules: OutputRules {
        var rules = OutputRules()
        rules.keepsExisting = noClobber
        rules.keepsNewer = skipNewer
        rules.keepsHardLinks = keepHardLinks
        rules.replacesSources = inPlace
        rules.advice = "; --in-place permits to replace it"
        return rules
    }
}

/// The value of `-o`.
enum OutputArgument {
    /// The paths of standard output besides `-`.
    private static let standardOutputs: Set<String> = [
        "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
    ]

    /// Returns `true` for standard output, also by its path.
    static func isStandardOutput(_ output: String) -> Bool { standardOutputs.contains(output) }

    /// Returns `true` for a folder: it exists, or the text ends with a slash.
    static func isFolder(_ output: String) -> Bool {
        output.hasSuffix("/") || FileState(of: output) == .folder
    }

    /// Checks the extension of a file that will be written.
    ///
    /// - Parameter needsEncoder: `true` if the picture may have to be encoded.
    static func checkFormat(of output: String, needsEncoder: Bool) throws {
        let url = Source(output)
        guard url.kind != .url else {
            throw ValidationError("-o needs a file, and '\(url.display)' is a URL.")
        }
        guard !isStandardOutput(output), !isFolder(output), FileState(of: output) != .special,
            let found = fileExtension(of: output)
        else { return }
        if let format = ImageFormat(fileExtension: found) {
            if needsEncoder { try FormatArgument.check(format) }
            return
        }
        throw ValidationError(
            FormatArgument.unknown(found) + " --format names the format of another extension.")
    }

    /// Checks the output of a command that writes one file.
    ///
    /// - Parameters:
    ///   - format: The format of `--format`.
    ///   - json: `true` if the report is printed as JSON.
    static func checkFile(_ output: String, format: ImageFormat?, json: Bool) throws {
        if output.isEmpty { throw ValidationError("-o needs a file.") }
        if isFolder(output) {
            throw ValidationError("'\(output.printable)' is a folder; -o needs a file.")
        }
        if format == nil { try checkFormat(of: output, needsEncoder: true) }
        try checkReport(output, json: json)
    }

    /// Throws if the picture and the report would both be written to standard output.
    static func checkReport(_ output: String, json: Bool) throws {
        guard isStandardOutput(output), json else { return }
        throw ValidationError("-o - and --json exclude each other: both write to standard output.")
    }

    /// Returns a note if the name of a file belongs to another format than `--format`; else nil.
    static func formatNote(on output: String, _ format: ImageFormat?) -> String? {
        guard let format, !isStandardOutput(output), !isFolder(output),
            let named = ImageFormat(ofPath: output), named != format,
            !(named == .png && format == .apng)
        else { return nil }
        return "\(output.printable) is written as \(format), as --format asks, not as \(named)"
    }

    /// Returns the text after the last dot of a file's name; nil without one.
    private static func fileExtension(of path: String) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let found = name[name.index(after: dot)...]
        return found.isEmpty ? nil : String(found)
    }
}
