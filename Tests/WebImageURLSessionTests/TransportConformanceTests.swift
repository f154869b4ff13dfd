import Testing
import WebImageCaching
import WebImageTesting
import WebImageURLSession

@Suite struct TransportConformanceTests {
    /// The known differences of FoundationNetworking, by the trial that shows them.
    ///
    /// `Sources/Library/WebImage/WebImage.docc/Extending/Transports.md` has the causes. Remove a
    /// trial that passes: then FoundationNetworking was fixed.
    private static let differences: Set = [
        "fields of one name arrive in order, whatever their case",
        "a body that is not read is not received whole",
        "a body of several gzip members is one body",
        "a compressed body that lacks its end is truncated",
        "bytes after a compressed body are not part of it",
        "a status line without a reason phrase is accepted",
    ]

    /// The differences that a busy machine may hide: such a trial may pass without a fix.
    private static let hidden: Set = ["a body that is not read is not received whole"]

    @Test func `differences are named as trials are`() {
        let names = Set(TransportConformance.trials.map(\.name))
        #expect(names.isSuperset(of: Self.differences))
        #expect(Self.differences.isSuperset(of: Self.hidden))
        #expect(names.count == TransportConformance.trials.count)
    }

    @Test(arguments: TransportConformance.trials)
    func `URLSession keeps what a transport promises, but for known differences`(
        _ trial: TransportTrial
    ) async {
        let violations = await TransportConformance { URLSessionTransport() }.violations(in: trial)
        let isKnown = Self.differences.contains(trial.name)
        let mayPass = !isKnown || Self.hidden.contains(trial.name)
        #expect(violations.isEmpty ? mayPass : isKnown, "\(violations)")
    }
}
