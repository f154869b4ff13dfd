#if !canImport(FoundationNetworking)
    import Foundation

    extension URLSessionConfiguration {
        /// Refuses the versions of TLS that RFC 8996 retires.
        func requireTLS12() {
            guard
                tlsMinimumSupportedProtocolVersion.rawValue < tls_protocol_version_t.TLSv12.rawValue
            else { return }
            tlsMinimumSupportedProtocolVersion = .TLSv12
        }
    }
#endif
