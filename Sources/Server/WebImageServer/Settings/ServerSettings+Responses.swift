#if Server
    import WebImage
    import WebImageURLs

    // The responses of sources.
    extension ServerSettings {
        /// Reads the rules of responses, and the addresses of first steps.
        mutating func readResponses(_ read: inout EnvironmentReader) throws(SettingFault) {
            let fields = SettingForm<[HeaderMatch]>(
                "fields such as ErrorCode: 100 or X-Placeholder, between semicolons",
                spelling: { $0.map(\.description).joined(separator: "; ") }
            ) { text in
                text.split(separator: ";", omittingEmptySubsequences: false)
                    .mapAll { HeaderMatch(reading: $0) }
            }
            try read(
                "REJECT_HEADER", fields, &sources.responses.rejectedHeaders,
                "Header fields of sources that are failures")
            let statuses = SettingForm<StatusSet>("statuses such as 200-299,404") { StatusSet($0) }
            try read(
                "ACCEPT_STATUS", statuses, &sources.responses.acceptedStatuses,
                standard: "200-299, with imgproxy's addresses 200",
                "Statuses of sources that may have a picture")
            let types = SettingForm<[String]>(
                "media types such as image/*, between commas",
                spelling: { $0.joined(separator: ",") }
            ) { text in
                text.split(separator: ",", omittingEmptySubsequences: false)
                    .mapAll { ResponseRules.mediaType(String($0)) }
            }
            try read(
                "ACCEPT_TYPE", types, &sources.responses.acceptedMediaTypes, standard: "any",
                "Media types of sources")
            try readTwoSteps(&read)
            guard let path = try read("RULES", .text, "File of rules by hosts; read anew at SIGHUP")
            else { return }
            sources.rules = try RulesFile(path, variable: "\(read.prefix)RULES", read.environment)
        }

        private mutating func readTwoSteps(_ read: inout EnvironmentReader) throws(SettingFault) {
            let prefixes = SettingForm<[String]>(
                "beginnings of addresses of http or https, between commas",
                spelling: { $0.joined(separator: ",") }
            ) { text in
                text.split(separator: ",", omittingEmptySubsequences: false).mapAll { part in
                    let prefix = part.trimmingSpaces
                    return (try? HTTPAddress(prefix)) == nil ? nil : prefix
                }
            }
            try read(
                "TWO_STEP", prefixes, &sources.twoSteps,
                "Beginnings of sources that answer with the address of the picture")
            let path = SettingForm("a path of names such as data.url") { text in
                text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
                    !$0.isEmpty
                } ? text : nil
            }
            let field = try read("TWO_STEP_FIELD", path, "Its place in an answer in JSON")
            let name = SettingForm("the name of a field such as Location") { text in
                HeaderMatch(reading: text)?.value == .any ? text : nil
            }
            let header = try read("TWO_STEP_HEADER", name, "The header field that has it")
            guard field == nil || header == nil else {
                throw SettingFault(
                    "\(read.prefix)TWO_STEP_HEADER",
                    "the address is in a header field or in JSON, not in both")
            }
            if let field { sources.twoStepReading = .field(field) }
            if let header { sources.twoStepReading = .header(header) }
            guard sources.twoSteps.isEmpty else { return }
            for name in ["TWO_STEP_FIELD", "TWO_STEP_HEADER"] where read.text(name) != nil {
                ignoredVariables.append(
                    "\(read.prefix)\(name) has no effect without \(read.prefix)TWO_STEP")
            }
        }
    }

    extension SourceSettings {
        /// The interceptors of sources; those of header fields are for both steps.
        var interceptors: [any LoadInterceptor] {
            let rules = twoSteps.map { TwoStepURLRule.prefix($0) }
            let steps: [any LoadInterceptor] =
                rules.isEmpty ? [] : [.twoStepURL(.any(of: rules), from: twoStepReading)]
            return steps + responses.interceptors
        }

        /// Returns the interceptors of the rule of a source's host.
        func ruleInterceptors(of url: String) -> [any LoadInterceptor] {
            guard let steps = rules?.rules.steps(for: url) else { return [] }
            return twoSteps.isEmpty ? steps.interceptors : steps.directInterceptors
        }

        /// Returns the rules of responses for a source: those of its host under those of all.
        func responses(of url: String) -> ResponseRules {
            guard let own = rules?.rules.steps(for: url)?.responses else { return responses }
            return ResponseRules(
                rejectedHeaders: responses.rejectedHeaders + own.rejectedHeaders,
                acceptedStatuses: responses.acceptedStatuses ?? own.acceptedStatuses,
                acceptedMediaTypes: responses.acceptedMediaTypes.isEmpty
                    ? own.acceptedMediaTypes : responses.acceptedMediaTypes)
        }
    }
#endif
