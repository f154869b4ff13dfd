public import WebImageCaching
import WebImageCoding

/// A choice of a loader by the scheme of the source: `file` for files, `data` for bytes.
///
/// ```swift
/// pipeline.loader = SchemeLoader(over: transport, adding: ["photos": PhotoLibrary()])
/// ```
///
/// Its loader of http and https mends the URL, follows redirects and keeps secrets. Redirects stay
/// in http and https; https never becomes http. If scheme, host or port change, the caller's
/// headers are dropped, except for neutral ones such as `Accept`; from http to https on one host,
/// credentials alone are dropped (`Authorization`, `Cookie`, `Proxy-Authorization`). Credentials in
/// a URL become Basic authorization for that origin only. Cookies last for the redirects of a load,
/// or as long as a ``CookieJar``. Header fields of more than 1 MB are refused.
///
/// Files are read whole, if they are regular ones: a folder, a pipe and a device fail with kind
/// ``LoadFailure/Kind/fileUnreadable``, a longer file than `limits.maxBodyBytes` with
/// ``LoadFailure/Kind/tooLarge`` before a byte is read.
public struct SchemeLoader: ImageLoader {
    private let loaders: [String: any ImageLoader]

    /// Creates a choice among loaders; the case of schemes is ignored.
    public init(_ loaders: [String: any ImageLoader]) {
        self.loaders = Dictionary(
            loaders.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first }
        )
    }

    /// Creates a loader of files, of data, and of http and https over one transport.
    ///
    /// - Parameters:
    ///   - transport: The transport of the exchanges; nil for neither http nor https.
    ///   - defaultHeaders: The fields that are sent unless the request has one of that name.
    ///   - cookies: The cookies of all loads over http and https; nil if each load has its own.
    ///   - loaders: Loaders of further schemes, or in place of those.
    public init(
        over transport: (any HTTPTransport)? = nil, defaultHeaders: HeaderFields = [:],
        cookies: CookieJar? = nil, adding loaders: [String: any ImageLoader] = [:]
    ) {
        var all: [String: any ImageLoader] = ["data": DataURLLoader(), "file": FileLoader()]
        if let transport {
            let http = HTTPLoader(transport, defaultHeaders: defaultHeaders, cookies: cookies)
            (all["http"], all["https"]) = (http, http)
        }
        self.init(all.merging(loaders.map { ($0.key.lowercased(), $0.value) }) { $1 })
    }

    /// The schemes whose loaders have an identity, each with it; nil if none has.
    public var identity: String? {
        let named = loaders.compactMap { scheme, loader in
            loader.identity.map { "\(scheme.spelling)=\($0.spelling)" }
        }
        return named.isEmpty ? nil : named.sorted().joined(separator: ";")
    }

    /// Returns the fields of the scheme's loader.
    public func addedHeaders(for source: ImageSource) -> HeaderFields {
        guard let scheme = try? Self.scheme(of: source) else { return [:] }
        return loaders[scheme]?.addedHeaders(for: source) ?? [:]
    }

    /// Returns the executor of the scheme's loader.
    public func executor(for source: ImageSource) -> (any TaskExecutor)? {
        guard let scheme = try? Self.scheme(of: source) else { return nil }
        return loaders[scheme]?.executor(for: source)
    }

    /// Loads with the loader of the scheme.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if there is none, and for a `file` URL
    ///   unless ``OptionConfigurable/allowsFileURLs`` is set; and the errors of the loader.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        var request = request
        let scheme = try Self.scheme(of: request.source)
        guard let loader = loaders[scheme] else {
            let known = loaders.keys.sorted().joined(separator: ", ")
            throw LoadFailure(
                .refusedRequest, "no loader for scheme '\(scheme)'; supported schemes: \(known)")
        }
        if scheme == "file", case .url(let text) = request.source {
            guard request.options.allowsFileURLs else {
                throw LoadFailure(
                    .refusedRequest,
                    "a file URL needs the option allowsFileURLs; "
                        + "use ImageSource.file for a local file")
            }
            request.source = .file(try Self.path(ofFileURL: text))
        }
        return try await loader.load(request)
    }

    private static func scheme(of source: ImageSource) throws(LoadFailure) -> String {
        switch source {
        case .file: return "file"
        case .data: return "data"
        case .url:
            guard let scheme = source.scheme else {
                throw LoadFailure(
                    .refusedRequest,
                    "an absolute URL is needed, such as https://example.com/a.jpg; "
                        + "use ImageSource.file for a local file")
            }
            return scheme
        }
    }

    /// Returns the path of a URL (RFC 8089): `file:/path`, `file:///path` or
    /// `file://localhost/path`.
    package static func path(ofFileURL text: String) throws(LoadFailure) -> String {
        let text = text.drop { $0.isWhitespace }.prefix { $0 != "#" && $0 != "?" }
        var rest = HTTPAddress.splitScheme(String(text))?.rest ?? ""
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || String(host).equalsIgnoringCase("localhost") else {
                throw LoadFailure(
                    .refusedRequest, "a file URL must have no host or localhost, not '\(host)'")
            }
            rest = rest[host.endIndex...]
        }
        guard rest.hasPrefix("/"),
            let path = String(validating: PercentCoding.decode(rest.utf8), as: UTF8.self)
        else { throw LoadFailure(.refusedRequest, "a file URL needs an absolute path in UTF-8") }
        return path
    }
}
