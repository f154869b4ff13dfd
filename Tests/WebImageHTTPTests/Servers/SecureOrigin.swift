#if HTTP
    import Foundation
    import TestSupport

    /// A server of TLS on 127.0.0.1 named pictures.example: nginx, whose answer to each request is
    /// `ok`.
    final class SecureOrigin: Sendable {
        /// `true` if nginx is there.
        static var isAvailable: Bool { Program.have("nginx") }

        private let server: Program

        var port: Int { server.port }

        /// Starts a server.
        ///
        /// - Parameters:
        ///   - versions: The versions of TLS that it speaks, as nginx names them.
        ///   - http2: `true` if it speaks HTTP/2, too.
        ///   - certificate: Its certificate, one over the key of these tests.
        ///   - clientRoot: The issuer of the client certificates that it requires, nil for none.
        init(
            speaking versions: String = "TLSv1.2 TLSv1.3", http2: Bool = false,
            certificate: String = certificate, clientRoot: String? = nil
        ) async throws {
            server = try await Program("nginx") { port, folder in
                let client =
                    clientRoot == nil
                    ? "" : "ssl_verify_client on; ssl_client_certificate \(folder)/client.pem;"
                let settings = """
                    daemon off; master_process off; pid \(folder)/pid; error_log stderr;
                    events { worker_connections 512; }
                    http {
                        log_format names '$ssl_server_name $http_host $server_protocol $request_uri';
                        access_log \(folder)/requests names;
                        client_body_temp_path \(folder)/b; proxy_temp_path \(folder)/p;
                        fastcgi_temp_path \(folder)/f; uwsgi_temp_path \(folder)/u;
                        scgi_temp_path \(folder)/s;
                        server {
                            listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : "");
                            ssl_protocols \(versions); ssl_ciphers DEFAULT@SECLEVEL=0;
                            ssl_certificate \(folder)/certificate.pem;
                            ssl_certificate_key \(folder)/key.pem; \(client)
                            location / { return 200 ok; }
                        }
                    }
                    """
                return [
                    "settings": settings, "certificate.pem": certificate + "\n",
                    "key.pem": TestCertificates.key + "\n", "client.pem": clientRoot ?? "",
                ]
            } _: { _, folder in
                ["-p", folder, "-e", "stderr", "-c", "\(folder)/settings"]
            }
        }

        /// The name of TLS (SNI), the host, the protocol and the target of each request, once there
        /// are some.
        func requests(atLeast count: Int = 0) async -> [[String]] {
            let lines = await server.lines(of: "requests", atLeast: count)
            return lines.map { $0.split(separator: " ").map(String.init) }
        }

        /// Writes a certificate to a file for the time of a call.
        static func withTrustRoots<Result>(
            _ text: String = certificate, _ body: (String) async throws -> Result
        ) async throws -> Result {
            let path = "/tmp/webimage-roots-\(UInt64.random(in: 0 ... .max)).pem"
            try Data(text.utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try await body(path)
        }

        /// For these tests alone: its key is public, and nothing but the tests trusts it.
        static let certificate = """
            -----BEGIN CERTIFICATE-----
            MIIBdjCCARygAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBwaWN0dXJl
            cy5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
            FwYDVQQDDBBwaWN0dXJlcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
            QgAEGGeJT8vzPlRa1pnYIDMAgLm6ZRD7BRoi8m7CaSA4spTByqdJPWIcgU/4I88X
            +uccYcYbSm0FCTvxJKvDrNfkXqNPME0wGwYDVR0RBBQwEoIQcGljdHVyZXMuZXhh
            bXBsZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTnNj/bLYb4Vgyg74baDA2a
            Q85t3jAKBggqhkjOPQQDAgNIADBFAiB31nbaxBd7pZDzkbjLYFwL7BtxXq32qLpm
            bS09q/T0+gIhAJXfTR2TemNvWJyLyoVCcEtXHIOp9cs7Wd37th0x9BP4
            -----END CERTIFICATE-----
            """
    }
#endif
