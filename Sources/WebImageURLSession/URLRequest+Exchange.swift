import Foundation
import WebImageCaching
import WebImagePipeline

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// What a session sends for an exchange, besides the body.
    ///
    /// - Throws: `ImageError.request` for a URL, method or field that cannot be sent. What is written
    ///   as it is must be checked: a line break in it would begin a message of its own.
    init(_ exchange: HTTPExchange, userAgent: String?, accept: String?) throws(ImageError) {
        let address: HTTPAddress
        do throws(HTTPAddress.Refusal) {
            address = try HTTPAddress(exchange.url)
        } catch {
            throw .request(error.reason)
        }
        guard let url = URL(string: address.url) else {
            throw .request("\(address) is no URL that can be sent")
        }
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 86_400)
        guard exchange.method.isToken else {
            throw .request("the method must be ASCII without spaces")
        }
        httpMethod = exchange.method
        httpShouldHandleCookies = false
        for field in exchange.headers.fields {
            guard field.name.isToken,
                field.value.utf8.allSatisfy({ $0 == 9 || $0 >= 32 && $0 != 127 })
            else { throw .request("the field '\(field.name.prefix(40))' cannot be sent") }
            addValue(field.value, forHTTPHeaderField: field.name)
        }
        let standard = [("User-Agent", userAgent), ("Accept", accept)]
        for case (let name, let value?) in standard where exchange.headers[name] == nil {
            setValue(value, forHTTPHeaderField: name)
        }
    }
}

extension String {
    /// Whether it may name a method or a header field (RFC 9110, section 5.6.2).
    fileprivate var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                byte > 32 && byte < 127 && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
    }
}
