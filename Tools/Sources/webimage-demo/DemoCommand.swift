import ArgumentParser
import WebImageSandbox
import WebImageTool

/// The program of `make run`: demonstrates the library without a network or existing pictures.
@main
struct DemoCommand: AsyncParsableCommand {
    /// The name and help of the command.
    static let configuration = CommandConfiguration(
        commandName: "webimage-demo",
        abstract: "Loads sample pictures three times and draws a contact sheet of them.",
        discussion: """
            Paints pictures of every format, serves them from this machine, loads each one three \
            times, and prints where it came from and how long that took. Writes contact-sheet.png \
            and the folder demo-output with the thumbnails. Uses no network but loopback.

            For example: webimage-demo --output /tmp/demo
            """)

    /// The folder of the written files.
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The folder to write to; created if it is missing.", valueName: "dir"),
        completion: .directory)
    var output = "."

    /// The width of the contact sheet in pixels.
    @Option(help: ArgumentHelp("The width of the contact sheet in pixels.", valueName: "pixels"))
    var width = 1600

    /// Runs the program, or the decoder process that it starts itself as.
    static func main() async {
        DecoderWorker.runIfAsked()
        await main(nil)
    }

    /// Checks the arguments; throws for a width outside the supported range.
    func validate() throws {
        let range = SheetLayout.minWidth...8000
        guard range.contains(width) else {
            throw ValidationError(
                "--width: expected \(range.lowerBound) to \(range.upperBound), found \(width)")
        }
        guard !output.isEmpty else { throw ValidationError("--output: expected a folder") }
    }

    /// Runs the demo and prints its table; the last line names the files.
    func run() async throws {
        let start = ContinuousClock.now
        let report = try await Demo(folder: output, sheetWidth: width).run()
        for line in report.table { print(line) }
        let time = DemoTable.milliseconds(start.duration(to: .now))
        let thumbnails = report.files.dropFirst()
        print("")
        print("All from network, then disk, then memory; one request each. \(time) ms in all.")
        let folder = thumbnails.first.map {
            $0.prefix(through: $0.lastIndex(of: "/") ?? $0.startIndex)
        }
        print(
            "Wrote \(report.files.first ?? "nothing") and \(thumbnails.count) thumbnails in "
                + "\(folder ?? "no folder")")
    }
}
