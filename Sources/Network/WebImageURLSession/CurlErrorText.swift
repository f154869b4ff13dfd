import Foundation
import WebImageCaching
import WebImageLoading

/// The kind of a failure, found in libcurl's message for an error that Foundation reports as
/// unknown.
///
/// On Linux few of libcurl's codes map to a `URLError`. The others arrive as code -1 with libcurl's
/// message, which is English in every locale.
struct CurlErrorText {
    private let line: String

    init(_ error: (any Error)?) {
        line = (error.map { $0 as NSError }?.localizedDescription ?? "").lowercased()
    }

    /// The kind of failure, nil if the message matches no entry.
    var kind: LoadFailure.Kind? {
        Self.table.first { line.contains($0.words) }?.kind
    }

    /// The reason of a failed TLS connection, without the libraries' own text.
    var tlsReason: String {
        Self.tlsTable.first { line.contains($0.words) }?.reason ?? "the TLS connection failed"
    }

    /// `true` if the message is one of TLS.
    ///
    /// Foundation may report the error of another address of the host, which refused a connection.
    var isOfTLS: Bool { line.hasPrefix("ssl") || line.hasPrefix("tls") }

    private static let tlsTable: [(words: String, reason: String)] = [
        ("local issuer", "unknown issuer of the server's certificate"),
        ("self-signed certificate", "the server's certificate is self-signed"),
        ("has expired", "the server's certificate has expired"),
        ("not yet valid", "the server's certificate is not valid yet"),
        ("subject name", "the host's name does not match the server's certificate"),
        ("certificate required", "the server requires a client certificate"),
        ("wrong version number", "the server does not speak TLS on this port"),
    ]

    private static let table: [(words: String, kind: LoadFailure.Kind)] = [
        ("transfer closed", .truncated), ("connection reset", .truncated),
        // Words of libcurl 8. Foundation does not accept a line of a head.
        ("bytes missing", .truncated), ("failure writing output", .malformed),
        ("unsupported http", .malformed),
        ("recv failure", .truncated), ("send failure", .truncated),
        ("http/2 stream", .truncated), ("empty reply", .truncated),
        ("chunk", .malformed), ("encoding", .malformed), ("header", .malformed),
        ("http/0.9", .malformed), ("status line", .malformed), ("http version", .malformed),
        ("ssl", .tls), ("tls", .tls), ("certificate", .tls),
    ]
}
