import Foundation
import WebImageCaching

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ResponseHead {
    /// Creates a head from a session's response: each field name once, sorted by name.
    init(_ response: HTTPURLResponse, url: String) {
        let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        self.init(
            url: url, status: response.statusCode,
            headers: HeaderFields(fields.sorted { $0.0 < $1.0 }))
    }

    /// Returns the announced length of the body in bytes; nil without one or if it is encoded.
    func bodyByteCount(answering method: String) -> Int? {
        if method == "HEAD" || status == 204 || status == 304 { return 0 }
        guard headers["Content-Encoding"] == nil, headers["Transfer-Encoding"] == nil
        else { return nil }
        return headers["Content-Length"].flatMap { Int($0) }
    }
}
