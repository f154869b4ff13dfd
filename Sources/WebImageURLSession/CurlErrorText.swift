import Foundation
import WebImageCaching
import WebImageLoading

/// What libcurl says of a transfer that Foundation calls an unknown error.
///
/// On Linux few of libcurl's codes have one of Foundation's. The others arrive as -1 with libcurl's
/// own line, which is English on every machine.
struct CurlErrorText {
    private let line: String

    init(_ error: (any Error)?) {
        line = (error.map { $0 as NSError }?.localizedDescription ?? "").lowercased()
    }

    /// What kind of failure it is, nil where the line tells nothing.
    var kind: LoadFailure.Kind? {
        Self.table.first { line.contains($0.words) }?.kind
    }

    private static let table: [(words: String, kind: LoadFailure.Kind)] = [
        ("transfer closed", .truncated), ("connection reset", .truncated),
        ("recv failure", .truncated), ("send failure", .truncated),
        ("http/2 stream", .truncated), ("empty reply", .truncated),
        ("chunk", .malformed), ("encoding", .malformed), ("header", .malformed),
        ("http/0.9", .malformed), ("status line", .malformed), ("http version", .malformed),
        ("ssl", .tls), ("tls", .tls), ("certificate", .tls),
    ]
}
