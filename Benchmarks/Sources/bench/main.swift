import Glibc

/// The parts of the program; it starts itself for what has to be another process.
///
///     bench run FOLDER WEBIMAGE    all measurements, the table on standard output
///     bench inputs FOLDER          writes the pictures to measure with
///     bench origin FILE            serves a file on loopback until standard input ends
let arguments = CommandLine.arguments
do {
    switch arguments.dropFirst().first {
    case "run" where arguments.count == 4:
        try await run(itself: arguments[0], folder: arguments[2], command: arguments[3])
    case "inputs" where arguments.count == 3:
        try Inputs.write(to: arguments[2])
    case "origin" where arguments.count == 3:
        try Origin.serve(file: arguments[2])
    default:
        print("usage: bench run FOLDER WEBIMAGE | inputs FOLDER | origin FILE")
        exit(64)
    }
} catch {
    print("bench: \(error)")
    exit(1)
}

func run(itself: String, folder: String, command: String) async throws {
    let inputs = try Child.run([itself, "inputs", folder])
    guard inputs.status == 0 else { throw BenchError("bench inputs ended with \(inputs.status)") }

    var report = Report()
    // First, while this process is small: a child's peak begins with that of who started it.
    report.run { try Thumbnails(folder: folder, command: command).measure(into: &$0) }
    await report.run { try await MemoryHits(folder: folder).measure(into: &$0) }
    await report.run { try await DiskHits(folder: folder).measure(into: &$0) }
    await report.run { try await NetworkLoads(itself: itself, folder: folder).measure(into: &$0) }

    print(report.table)
    try Files.write(Array(report.json.utf8), to: "\(folder)/results.json")
    if report.failureCount > 0 { throw BenchError("\(report.failureCount) groups failed") }
}
