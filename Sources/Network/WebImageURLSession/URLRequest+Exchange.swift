import Foundation
import WebImageCaching
import WebImageLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// Creates the message of an exchange, without its body.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` for a URL, method or field that cannot be
    ///   sent. Text is sent verbatim, so a line break in it would start another message.
    init(_ exchange: HTTPExchange, userAgent: String?, accept: String?) throws(LoadFailure) {
        let address: HTTPAddress
        do throws(HTTPAddress.Refusal) {
            address = try HTTPAddress(exchange.url)
        } catch {
            throw LoadFailure(.refusedRequest, error.reason)
        }
        guard let url = URL(string: address.url) else {
            throw LoadFailure(.refusedRequest, "Foundation does not accept the URL \(address)")
        }
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 86_400)
        guard exchange.method.isToken else {
            throw LoadFailure(.refusedRequest, "the method must be ASCII without spaces")
        }
        httpMethod = exchange.method
        httpShouldHandleCookies = false
        for field in exchange.headers.fields {
            guard field.name.isToken,
                field.value.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 })
            else {
                throw LoadFailure(
                    .refusedRequest, "the header field '\(field.name.prefix(40))' is invalid")
            }
            addValue(field.value, forHTTPHeaderField: field.name)
        }
        let standard = [("User-Agent", userAgent), ("Accept", accept)]
        for case (let name, let value?) in standard where exchange.headers[name] == nil {
            setValue(value, forHTTPHeaderField: name)
        }
    }
}

extension String {
    /// `true` if the text is a valid method or field name (RFC 9110, section 5.6.2).
    fileprivate var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                byte > 32 && byte < 127 && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
    }
}
