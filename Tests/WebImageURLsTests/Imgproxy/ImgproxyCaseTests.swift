import Testing
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageURLs

/// The acceptance cases of imgproxy as far as addresses decide them; they lie outside of the
/// package.
@Suite(.enabled(if: !ImgproxyCase.all.isEmpty, "the acceptance files are not there"))
struct ImgproxyCaseTests {
    /// The groups in which the grammar itself refuses what is answered 403 or 404.
    private static let grammarGroups: Set = [
        "aliases", "allowed-options", "allowed-sources", "arguments", "path", "presets",
        "security-options", "signature", "unknown-in-oss", "client:imgproxy",
        "client:django-imgproxy", "client:imgproxy-python", "client:imgproxykit",
        "client:mkimgproxy", "client:pyimgproxy",
    ]
    /// The case whose origin has no such file.
    private static let missing = "signature-027"

    /// Addresses that are read though imgproxy refuses them.
    private static let accepted = [
        // Its documentation has it as the mark's own size, as former versions did.
        "/unsafe/wm:1:ce:0:0:0/plain/"
    ]

    /// The status of an address: 200 stands for one that is read.
    private func status(_ row: ImgproxyCase) throws -> (Int, ImagePlan?) {
        let grammar = try ImgproxyGrammar(environment: row.environment)
        do throws(URLFault) {
            return (200, try grammar.plan(for: row.target, at: ImgproxyCase.now))
        } catch {
            return ([.signature, .forbiddenOption].contains(error.kind) ? 403 : 404, nil)
        }
    }

    @Test func `addresses are read or refused as imgproxy does`() throws {
        var failed: [String] = []
        var (read, refused, servers) = (0, 0, 0)
        for row in ImgproxyCase.all where row.isForGrammar {
            let found = try status(row).0
            let isRefusal = !row.statuses.isEmpty && Set(row.statuses).isSubset(of: [403, 404])
            if Self.accepted.contains(where: row.target.hasPrefix) {
                if found != 200 { failed.append("\(row): refused") }
            } else if !isRefusal {
                read += 1
                if found != 200 { failed.append("\(row): refused, expected \(row.statuses)") }
            } else if Self.grammarGroups.contains(row.group), row.id != Self.missing {
                refused += 1
                if !row.statuses.contains(found) {
                    failed.append("\(row): \(found), expected \(row.statuses)")
                }
            } else {
                servers += 1
            }
        }
        print(
            "\(read) addresses of imgproxy's cases were read, \(refused) refused;",
            "\(servers) are refused by servers")
        #expect(failed == [])
    }

    @Test func `results have the size that is expected`() throws {
        var failed: [String] = []
        var count = 0
        for row in ImgproxyCase.all where row.statuses == [200] && row.method == "GET" {
            guard let size = row.size, !["fallback", "client-hints"].contains(row.group),
                let plan = try status(row).1, let found = Self.size(of: row, plan)
            else { continue }
            count += 1
            if found != size { failed.append("\(row): \(found), expected \(size)") }
        }
        print("sizes of \(count) cases of imgproxy were compared")
        #expect(failed == [])
    }

    /// Returns the size of the result by the plan alone; nil if its pixels or its format decide.
    private static func size(of row: ImgproxyCase, _ plan: ImagePlan) -> PixelSize? {
        let turns = plan.turnsUpright ?? (row.environment["IMGPROXY_AUTO_ROTATE"] != "false")
        let isVector = row.image.hasPrefix("svg")
        guard plan.product == .picture, plan.trim == nil,
            row.environment["IMGPROXY_SKIP_PROCESSING_FORMATS"] == nil,
            plan.encoding.skippedFormats.isEmpty,
            // Drawings stay as they are unless another format is asked for.
            !isVector || plan.encoding.format.map({ $0 != .svg }) == true,
            let source = row.sourceSize(isUpright: turns)
        else { return nil }
        var sizing = plan.sizing
        if plan.limits.maxResultSide == nil,
            let side = row.environment["IMGPROXY_MAX_RESULT_DIMENSION"].flatMap({ Int($0) }),
            side > 0
        {
            sizing.maxSide = side
        }
        return sizing.plan(for: source, isVector: isVector).canvas
    }

    @Test func `origins are asked for the address that is expected`() throws {
        var count = 0
        for row in ImgproxyCase.all where row.isForGrammar {
            guard let pattern = row.originPath, let plan = try status(row).1 else { continue }
            count += 1
            let url = try HTTPAddress(plan.source).url
            #expect(try url.contains(Regex(pattern)), "\(row): \(url)")
        }
        print("addresses of \(count) sources of imgproxy's cases were compared")
    }

    @Test func `bad settings of the grammar are refused`() {
        let names = ["KEY", "SALT", "SIGNATURE_SIZE", "PRESETS", "URL_REPLACEMENTS"]
        var count = 0
        for row in ImgproxyCase.all where row.group == "startup" {
            let isGrammars = row.environment.keys.contains { key in
                names.contains { key == "IMGPROXY_" + $0 }
            }
            guard isGrammars || !row.startFails else { continue }
            count += 1
            let grammar = try? ImgproxyGrammar(environment: row.environment)
            #expect((grammar == nil) == row.startFails, "\(row.id) \(row.environment)")
        }
        print("\(count) settings of imgproxy's cases were compared")
    }
}
