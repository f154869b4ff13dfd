import ArgumentParser
import WebImage

/// The options for connections, requests and their numbers.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: [.customShort("H", allowingJoined: true), .long],
        help: "A header field to send, as 'Name: value'; may be repeated.",
        transform: HeaderArgument.read)
    var header: [HeaderFields.Field] = []

    @Option(
        name: [.customShort("u", allowingJoined: true), .long],
        help: ArgumentHelp(
            "The name and the password for the servers of the sources (Basic authentication).",
            valueName: "name:password"),
        transform: UserArgument.read)
    var user: HeaderFields.Field?

    @Option(
        name: [.customShort("A", allowingJoined: true), .long],
        help: "The User-Agent to send; '' for none.", transform: HeaderArgument.value)
    var userAgent: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Cookies to send: a file in Netscape's format (cookies.txt), whose cookies go where they "
                + "belong, also after redirects; or 'name=value; …' for all sources. Pictures "
                + "loaded with a file are cached apart.",
            valueName: "file"),
        completion: .file(), transform: Cookies.read)
    var cookies: Cookies?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A PEM file of certificates to trust besides the system's. SSL_CERT_FILE and "
                + "SSL_CERT_DIR replace the system's. Pictures loaded with them are cached separately.",
            valueName: "file"),
        completion: .file(), transform: PEMArgument.read)
    var cacert: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A PEM file with the certificate for servers that require one. Only servers of sources "
                + "get it (host and port); others that these redirect to do not. Pictures loaded with "
                + "it are cached separately.",
            valueName: "file"),
        completion: .file(), transform: PEMArgument.read)
    var cert: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The PEM file of the certificate's private key (default: the file of --cert).",
            valueName: "file"),
        completion: .file(), transform: PEMArgument.read)
    var key: String?

    @Flag(
        name: .long,
        help:
            "Do not check the certificates of servers. Pictures loaded with it are cached separately."
    )
    var insecure = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The proxy: [http, https, socks5 or socks4]://[name:password@]host:port; 'none' for none "
                + "(default: http_proxy, https_proxy, all_proxy and no_proxy of the environment).",
            valueName: "url"),
        transform: ProxyArgument.read)
    var proxy: ProxyArgument?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Try again so often after time-outs, broken transfers, 408, 425, 429 and every 5xx but "
                + "501 and 505; no sooner than Retry-After asks, for 600 s in all. A transfer that "
                + "breaks off begins again 3 times at most."),
        transform: { try NumberArgument.read($0, in: 0...100) })
    var retry: Int?

    @Option(
        name: [
            .customShort("j", allowingJoined: true), .long, .customLong("concurrency"),
        ],
        help: "The number of sources at once (default: 32 for prefetch, else by the processors).",
        transform: { try NumberArgument.read($0, in: 1...1000) })
    var jobs: Int?

    @Option(
        name: .long, help: "The number of concurrent transfers from one host (default: 6).",
        transform: { try NumberArgument.read($0, in: 1...1000) })
    var perHost: Int?

    @Flag(name: .long, help: "Of the transfers that wait, begin the one that came last.")
    var lastComeFirst = false

    func validate() throws {
        if key != nil, cert == nil { throw ValidationError("--key needs --cert.") }
        if user != nil, header.contains(where: { $0.name.lowercased() == "authorization" }) {
            throw ValidationError("--user and --header Authorization exclude each other.")
        }
        if cookies != nil, header.contains(where: { $0.name.lowercased() == "cookie" }) {
            throw ValidationError("--cookies and --header Cookie exclude each other.")
        }
    }

    /// Returns the fields of a request for a source.
    func headers(for source: String) -> HeaderFields {
        var fields = HeaderFields((header + [user].compactMap(\.self)).map { ($0.name, $0.value) })
        if let field = cookies?.field, WebPlace.isWeb(source) {
            fields.append("Cookie", field)
        }
        return fields
    }
}
