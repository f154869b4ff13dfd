#if HTTP
    import Testing
    import WebImageHTTP
    import WebImageTesting

    @Suite struct TransportConformanceTests {
        @Test(arguments: TransportConformance.trials)
        func `libcurl keeps what a transport promises`(_ trial: TransportTrial) async {
            let conformance = TransportConformance { CurlTransport() }
            let violations = await conformance.violations(in: trial)
            #expect(violations.isEmpty, "\(violations)")
        }
    }
#endif
