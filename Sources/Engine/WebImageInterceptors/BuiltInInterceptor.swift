public import WebImageCaching
public import WebImageCoding
public import WebImageLoading

/// An interceptor of the library, such as `.retry()` or `.rateLimit(perSecond: 5)`.
///
/// The static members of `LoadInterceptor` create the values, in a list of interceptors by their
/// names alone:
///
/// ```swift
/// pipeline.interceptors = [.retry(), .resume(), .rateLimit(perSecond: 5)]
/// ```
public struct BuiltInInterceptor: LoadInterceptor {
    private let interceptor: any LoadInterceptor

    init(_ interceptor: some LoadInterceptor) { self.interceptor = interceptor }

    /// The name of the interceptor and of its settings.
    public var identity: String { interceptor.identity }
    /// `bytes` if the interceptor changes the bytes.
    public var effect: OptionEffect { interceptor.effect }

    /// Passes the request on, changed, repeatedly or later as the interceptor does.
    ///
    /// - Throws: The errors of the interceptor and of the next steps.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        try await interceptor.intercept(request, next: next)
    }
}

// Members for requests, responses and bodies.
extension LoadInterceptor where Self == BuiltInInterceptor {
    /// Returns an interceptor that changes URL, header fields, method or body of requests.
    ///
    /// ```swift
    /// // Signed addresses: the key stays the caller's URL, so a new signature finds the old picture.
    /// pipeline.interceptors = [
    ///     .changeRequest("signed") { request in
    ///         guard case .url(let url) = request.source else { return }
    ///         request.source = .url(url + "?signature=" + (try await signer.signature(of: url)))
    ///     }
    /// ]
    /// ```
    ///
    /// Keys contain the identity of the change, not its result: two changes that lead to different
    /// bytes of one URL, such as two users', need different identities. The caller's header
    /// fields are sent to every new URL; the change removes those that another host must not see.
    ///
    /// - Parameters:
    ///   - identity: The name of the change; must differ if the resulting bytes do.
    ///   - effect: `delivery` if the bytes stay the same, as for a field that only traces.
    ///   - change: Changes the request, or throws to end the load before anything is sent.
    public static func changeRequest(
        _ identity: String, effect: OptionEffect = .bytes,
        _ change: @escaping @Sendable (inout LoadRequest) async throws -> Void
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(ChangeRequest(identity, effect: effect, change))
    }

    /// Returns an interceptor that rewrites the heads of responses before their bodies are read.
    ///
    /// ```swift
    /// pipeline.interceptors = [
    ///     .filterResponse("acme") { head in
    ///         if head.headers.integers("ErrorCode").contains(100) { head.status = 444 }
    ///     }
    /// ]
    /// ```
    ///
    /// With a status outside of `OptionConfigurable.acceptedStatuses` the load ends: the transfer
    /// stops, nothing is decoded or kept, and the failure has both heads. A rewritten
    /// `Cache-Control` determines how long the image is kept. If the origin confirms a cached image
    /// by 304, the filter gets the cached head with the fields of the 304, and may refuse or
    /// rewrite it likewise. The filter gets the last response after redirects; files and data have
    /// status 200 and few fields. A filter of a request runs after the pipeline's.
    ///
    /// - Parameters:
    ///   - identity: The name of the filter; must differ if the accepted responses do.
    ///   - filter: Rewrites the head, or throws to end the load.
    public static func filterResponse(
        _ identity: String, _ filter: @escaping @Sendable (inout ResponseHead) async throws -> Void
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(FilterResponse(identity, filter))
    }

    /// Returns an interceptor that refuses responses with a number in a header field.
    ///
    /// For servers whose status is wrong, such as one that answers 200 with an image of the word
    /// "error":
    ///
    /// ```swift
    /// pipeline.interceptors = [.rejectResponses(header: "ErrorCode", number: 100)]
    /// ```
    ///
    /// The field is read by `HeaderFields.integers(_:)`: of several lines one is enough, and
    /// other text refuses nothing.
    ///
    /// - Parameters:
    ///   - header: The field's name, in any case.
    ///   - number: The number to refuse.
    ///   - status: The new status of the response, one that is not accepted.
    public static func rejectResponses(
        header: String, number: Int, as status: Int = 444
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(FilterResponse.rejecting(header, number, as: status))
    }

    /// Returns an interceptor that refuses responses with a header field, whatever its value is,
    /// or with a value in it.
    ///
    /// ```swift
    /// pipeline.interceptors = [
    ///     .rejectResponses(header: "X-Placeholder"),
    ///     .rejectResponses(header: "X-Cache-State", value: "broken"),
    /// ]
    /// ```
    ///
    /// The load ends with status 444 and the field with its value, whatever statuses are accepted.
    /// A 304 whose fields are refused confirms nothing. Responses of files and data pass.
    ///
    /// - Parameters:
    ///   - header: The field's name, in any case.
    ///   - value: The value to refuse: a text, a number or any.
    public static func rejectResponses(
        header: String, value: HeaderMatch.Value = .any
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(FilterResponse.rejecting([HeaderMatch(header, value)]))
    }

    /// Returns an interceptor that decrypts, unpacks or decodes whole bodies.
    ///
    /// ```swift
    /// pipeline.interceptors = [
    ///     .decryptBody("acme-aes") { bytes, head in
    ///         try await vault.open(bytes, nonce: head.headers["X-Nonce"])
    ///     }
    /// ]
    /// ```
    ///
    /// The body is read whole, within the limit of all bodies, and only after its head was
    /// accepted; the result has the same limit. There are no previews, since no byte of the image
    /// exists before the end; progress counts the bytes that arrive. Caches keep the result: with
    /// `OptionConfigurable.diskCaching` `off` nothing decrypted reaches the disk.
    ///
    /// An error of `decrypt` ends the body: a `LoadFailure` as it is, another error inside of one.
    ///
    /// - Parameters:
    ///   - identity: The name of the way and the key; must differ if the resulting bytes do.
    ///   - decrypt: Makes the image's bytes of the body's bytes and its head. It may block: it
    ///     runs on the threads that decode.
    public static func decryptBody(
        _ identity: String,
        _ decrypt: @escaping @Sendable (ByteBlock, ResponseHead) async throws -> ByteBlock
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(DecryptBody(identity, decrypt))
    }

    /// Returns an interceptor that decodes bodies in base64 (RFC 4648, section 4).
    ///
    /// White space is skipped, padding is optional. Other text ends the load with a `LoadFailure`
    /// of kind `malformed`.
    public static func decodeBase64() -> BuiltInInterceptor {
        BuiltInInterceptor(DecryptBody.base64)
    }

    /// Returns an interceptor that loads images in two steps: the URL answers with text, which is
    /// the URL of the image.
    ///
    /// ```swift
    /// pipeline.interceptors = [.twoStepURL(.prefix("https://api.example.com/pictures/"))]
    /// ```
    ///
    /// The real URL is a secret: keys, caches, events and errors have the requested URL only. Each
    /// step runs through the rest of the chain: interceptors after this one (a filter, a retry,
    /// authentication) handle both steps, those before it one load. Both steps run in the one
    /// transfer slot of the load. Loads are shared only if rule, limits and `reading` are the same.
    ///
    /// A step that fails ends the load with a `LoadFailure`: `status`, `timedOut`, `tooLarge`,
    /// `truncated` or `unresolved` for a first step; for the last one its own error, without the
    /// real URL.
    ///
    /// - Parameters:
    ///   - rule: The URLs that are resolved, also those that responses name.
    ///   - place: The place of the URL in a first step's response, by default all of its text;
    ///     keys name any other place.
    ///   - stepTimeout: The longest time of one first step, to its last byte.
    ///   - maxSteps: The most first steps before the image, at least one.
    ///   - maxTextBytes: The most bytes of a first step's response.
    ///   - maxRemembered: The most cacheable responses that are remembered, 0 for none; an entry is
    ///     evicted in as many steps.
    ///   - reading: Finds the URL in a text that has more than that; returns nil if there is none.
    public static func twoStepURL(
        _ rule: TwoStepURLRule, from place: TwoStepURLReading = .text,
        stepTimeout: Duration = .seconds(5), maxSteps: Int = 3,
        maxTextBytes: Int = 8 << 10, maxRemembered: Int = 256,
        reading: (@Sendable (String) -> String?)? = nil
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(
            TwoStepURL(
                rule, from: place, stepTimeout: stepTimeout, maxSteps: maxSteps,
                maxTextBytes: maxTextBytes, maxRemembered: maxRemembered, reading: reading))
    }
}

// Members for attempts.
extension LoadInterceptor where Self == BuiltInInterceptor {
    /// Returns an interceptor that retries, by back-off with full jitter and `Retry-After`.
    ///
    /// A body that breaks makes the load begin again, at most 3 times; with
    /// `.resume()` after this interceptor it continues at the break. During a wait others may use
    /// the load's transfer slot.
    ///
    /// - Parameters:
    ///   - policy: The failures, statuses, methods, numbers and times.
    ///   - random: Returns numbers in `0..<1`, which spread the waits.
    public static func retry(
        _ policy: RetryPolicy = RetryPolicy(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(Retry(policy, random: random))
    }

    /// Returns an interceptor that resumes a broken download at the break, by `Range` with
    /// `If-Range` (RFC 9110, section 14).
    ///
    /// ```swift
    /// pipeline.interceptors = [.retry(), .resume()]
    /// ```
    ///
    /// The pipeline gets one unbroken body, so previews go on. Resumed are GET responses of status
    /// 200 that have a strong validator and are not encoded; others break as without this
    /// interceptor. Attempts are counted anew after each progress, at most 20 in all. If the
    /// server's bytes have changed, or its response does not fit, the load begins again
    /// (`RestartLoad`).
    ///
    /// - Parameters:
    ///   - policy: The failures to resume from, the number of attempts without progress, and their
    ///     waits.
    ///   - random: Returns numbers in `0..<1`, which spread the waits.
    public static func resume(
        _ policy: RetryPolicy = RetryPolicy(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) -> BuiltInInterceptor {
        BuiltInInterceptor(Resume(policy, random: random))
    }

    /// Returns an interceptor that limits the loads a second that go to a host; others wait in
    /// turn.
    ///
    /// ```swift
    /// pipeline.interceptors = [.rateLimit(perSecond: 10, burst: 20)]
    /// ```
    ///
    /// Hosts are distinguished by scheme, name and port. Files, data and cached images are not
    /// counted. Copies of the value count together. While a load waits, others may use its transfer
    /// slot; a cancelled load gives its turn back.
    ///
    /// - Parameters:
    ///   - perSecond: The loads that may begin in a second.
    ///   - burst: The loads that may begin at once after a pause.
    /// - Precondition: `perSecond` is positive, `burst` at least one.
    public static func rateLimit(perSecond: Double, burst: Int = 1) -> BuiltInInterceptor {
        BuiltInInterceptor(RateLimit(perSecond: perSecond, burst: burst))
    }
}

extension ResponseRules {
    /// The interceptor that refuses responses by their header fields; none without such a rule.
    ///
    /// As the last of a list it also gets the first responses of `.twoStepURL`.
    public var interceptors: [any LoadInterceptor] {
        rejectedHeaders.isEmpty
            ? [] : [BuiltInInterceptor(FilterResponse.rejecting(rejectedHeaders))]
    }
}
