#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension URLSessionConfiguration {
        /// Does nothing: Foundation has no such setting here.
        ///
        /// The oldest version is that of libcurl and of the configuration of OpenSSL.
        func requireTLS12() {}
    }
#endif
