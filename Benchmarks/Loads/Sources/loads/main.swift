import Glibc

/// Loads over HTTP from loopback and parts of their work, COUNT of them, AT_ONCE at a time.
///
///     loads input WIDTH HEIGHT FILE             writes a JPEG to load
///     loads origin FILE                         serves it until standard input ends; prints the URL
///     loads ACTION COUNT AT_ONCE URL_OR_FILE    one line: processor time, wall time, peak memory
///
/// Actions: `bare` (AsyncHTTPClient alone), `transport` (ours alone), `bytes` (our pipeline without
/// decoding), `thumbs` (256 pixels, from the origin), `decode` (the same thumbnails from bytes in
/// memory), `full`.
let arguments = CommandLine.arguments
do {
    switch arguments.dropFirst().first {
    case "input" where arguments.count == 5:
        try Input.write(width: Int(arguments[2]) ?? 0, height: Int(arguments[3]) ?? 0, arguments[4])
    case "origin" where arguments.count == 3:
        try Origin.serve(file: arguments[2])
    default:
        guard arguments.count == 5, let action = actions[arguments[1]],
            let count = Int(arguments[2]), let width = Int(arguments[3])
        else {
            print("usage: loads \(actions.keys.sorted().joined(separator: "|")) COUNT AT_ONCE URL")
            exit(64)
        }
        let usage = try await Usage.measure { try await action(count, width, arguments[4]) }
        print("\(arguments[1]) \(count) at once \(width): \(usage.line(count: count))")
    }
} catch {
    print("loads: \(error)")
    exit(1)
}
