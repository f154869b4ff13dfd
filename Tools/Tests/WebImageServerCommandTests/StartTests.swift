import Foundation
import Testing

/// The start of the built server.
struct StartTests {
    @Test(arguments: [
        ["IMGPROXY_QUALITY": "101"], ["IMGPROXY_AUTO_WEBP": "yes"], ["IMGPROXY_KEY": "zz"],
        ["IMGPROXY_PRESETS": "a=foo"], ["IMGPROXY_LOCAL_FILESYSTEM_ROOT": "/nonexistent/folder"],
        ["WEBIMAGE_TIMEOUT": "soon"], ["WEBIMAGE_CACHE": "/dev/null"],
        ["WEBIMAGE_PATH_PREFIX": "foo"], ["WEBIMAGE_ALLOWED_SOURCES": "example.com"],
        ["WEBIMAGE_TRUSTED_PROXIES": "10.0.0.0/8,proxy"], ["WEBIMAGE_TRUSTED_PROXIES": ","],
        ["WEBIMAGE_FALLBACK_STATUS": "304"], ["WEBIMAGE_FALLBACK_STATUS": "101"],
        ["WEBIMAGE_MAX_LOADS": "0"], ["WEBIMAGE_MAX_CLIENT_CONNECTIONS": "many"],
    ])
    func `a variable that cannot be read is named`(_ variables: [String: String]) throws {
        let outcome = try ServerProcess.failure(["--port", "0"], variables)
        #expect(outcome.status == 78)
        let name = variables.keys.first ?? ""
        #expect(outcome.errors.hasPrefix("webimage-server: \(name)"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["WEBIMAGE_KEYS": "aabb", "WEBIMAGE_ALLOWED_SOURCES": "https://a.test/"])
    func `keys and sources of another grammar are not ignored`(
        variable: (key: String, value: String)
    ) throws {
        let outcome = try ServerProcess.failure(
            ["--grammar", "imgproxy", "--port", "0"], [variable.key: variable.value])
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("webimage-server: \(variable.key)"), "\(outcome.errors)")
    }

    @Test func `the address that is taken is named`() async throws {
        let other = try await ServerProcess()
        let taken = "127.0.0.1:\(other.port)"
        let metrics = try ServerProcess.failure(["--port", "0", "--metrics", taken])
        #expect(metrics.status == 71)
        let end = "webimage-server: cannot listen on \(taken) for metrics: Address already in use\n"
        #expect(metrics.errors.hasSuffix(end), "\(metrics.errors)")
        #expect(!metrics.errors.contains("listening on"), "\(metrics.errors)")
        let own = try ServerProcess.failure(["--bind", taken])
        #expect(own.status == 71)
        let line = "webimage-server: cannot listen on \(taken): Address already in use\n"
        #expect(own.errors.hasSuffix(line), "\(own.errors)")
    }

    @Test func `a password in the address of a store is not told`() throws {
        let outcome = try ServerProcess.failure(
            ["--port", "0"],
            ["WEBIMAGE_S3_ENDPOINT": "http://u:geheim@a.test", "WEBIMAGE_S3_REGION": "eu-1"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("webimage-server: WEBIMAGE_S3_ENDPOINT: expected "))
        #expect(!outcome.errors.contains("geheim"), "\(outcome.errors)")
    }

    @Test func `no time to drain may be said`() async throws {
        let server = try await ServerProcess([], ["WEBIMAGE_DRAIN_TIME": "0"])
        #expect(try await server.ask("/ready").status == 200)
    }

    @Test(arguments: ["WEBIMAGE_REDIS": "redis", "WEBIMAGE_S3_ENDPOINT": "http"])
    func `a store that cannot be reached is told`(
        variable: (key: String, value: String)
    ) async throws {
        let port = try Connection.freePort()
        let address = "\(variable.value)://127.0.0.1:\(port)"
        let server = try await ServerProcess(
            [], [variable.key: address, "WEBIMAGE_S3_REGION": "eu-1"])
        let line = server.log.split(separator: "\n").first { $0.contains("cannot be reached") }
        #expect(line?.hasPrefix("webimage-server: warning: the ") == true, "\(server.log)")
        #expect(line?.contains(address) == true)
        #expect(try await server.ask("/health").status == 200)
    }

    @Test func `a server without keys answers this machine alone`() throws {
        let outcome = try ServerProcess.failure(["--bind", "0.0.0.0:0"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("--open"), "\(outcome.errors)")
    }

    @Test func `the command starts the server`() throws {
        let outcome = try ServerProcess.failure(
            ["serve", "--bind", "nowhere"], program: ServerProcess.program("webimage"))
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("webimage-server: WEBIMAGE_BIND"), "\(outcome.errors)")
    }

    @Test func `the command without the server names the way to install it`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/alone-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = folder + "/webimage"
        try FileManager.default.copyItem(atPath: ServerProcess.program("webimage"), toPath: program)
        let outcome = try ServerProcess.failure(["serve", "--port", "0"], program: program)
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasPrefix("webimage: webimage-server "), "\(outcome.errors)")
        #expect(outcome.errors.contains("make install SERVER=1"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }
}
