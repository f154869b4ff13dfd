public import ArgumentParser
public import WebImage
import WebImageHTTP
import WebImageSandbox

/// The command `webimage`: loads, inspects and converts pictures.
public struct WebImageCommand: AsyncParsableCommand {
    /// The help and the subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "webimage",
        abstract: "Loads, caches, decodes, transforms and writes pictures.",
        discussion: """
            Examples:
              webimage get https://example.com/cat.jpg -o cat.png
              webimage get photos/*.jpg --size 320x240 --fit fill -o thumbnails/
              webimage sheet -r photos -o sheet.jpg
              webimage compare before.png after.png --tolerance 2
              webimage frames cat.gif -o frames/
              webimage info https://example.com/cat.jpg --json
              webimage cache info
            """,
        version: "webimage \(version)",
        subcommands: [
            GetCommand.self, InfoCommand.self, CompareCommand.self, FramesCommand.self,
            SheetCommand.self, PrefetchCommand.self, CacheCommand.self, DoctorCommand.self,
            ServeCommand.self,
        ])

    /// The version, as `--version` prints it: the library's, which its `User-Agent` names.
    public static let version = String(
        HTTPSettings.standardUserAgent.drop { $0 != "/" }.dropFirst())

    /// Creates a command to be filled by parsing.
    public init() {}

    /// The codecs to use instead of the installed ones, nil for those.
    @TaskLocal static var ownCodecs: CodecList?

    /// The codecs of the command.
    static var codecs: CodecList { ownCodecs ?? .installed }

    /// Runs the command like `main()`, with other codecs than the installed ones.
    public static func main(codecs: CodecList) async {
        DecoderWorker.runIfAsked(codecs: codecs)
        await $ownCodecs.withValue(codecs) { await main() }
    }

    /// Parses the process's arguments and runs the command; ends the process on failure.
    public static func main() async {
        DecoderWorker.runIfAsked()
        Descriptor.reserveStandardOnes()
        if printsVersionAlone() { return }
        let arguments = SystemPath.arguments
        do {
            if arguments.first == ServeCommand.name {
                try ServeCommand.become(Array(arguments.dropFirst()))
            }
            try ArgumentCheck.check(arguments)
            var command = try parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            Output.standard.waitIfEnding()
        } catch {
            Output.standard.waitIfEnding()
            end(with: error, arguments)
        }
    }

    /// Prints the version if nothing else is asked for; returns `true` then.
    ///
    /// Scripts often ask for it, so nothing else is initialized.
    static func printsVersionAlone() -> Bool {
        guard CommandLine.arguments.count == 2, CommandLine.arguments[1] == "--version" else {
            return false
        }
        Output.standard.result("webimage \(version)")
        return true
    }

    /// Ends the process with the status of an error, after its message without secret arguments.
    private static func end(with error: any Error, _ arguments: [String]) -> Never {
        let code = exitCode(for: error)
        var message = fullMessage(for: error)
        if code == .validationFailure, let problem = OptionCheck.problem(in: arguments) {
            let usage = message.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }
            message = (["Error: \(problem)"] + usage.map(String.init)).joined(separator: "\n")
        }
        guard !message.isEmpty else { exit(withError: error) }
        if code == .success {
            // A help, which the parser would print whether it can be written or not.
            if let page = HelpPage(message) {
                message = arguments.contains("-h") ? page.short : page.text
            }
            Output.standard.result(message)
            exit(withError: Output.standard.isIntact ? code : .failure)
        }
        Output.standard.message(ArgumentCheck.masking(arguments, in: message))
        exit(withError: code)
    }
}
