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
