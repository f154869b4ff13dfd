public import WebImageLoading

extension LoadInterceptor where Self == BuiltInInterceptor {
    /// Returns an interceptor that sends a name and a password to one origin only (RFC 7617).
    ///
    /// ```swift
    /// pipeline.interceptors = [
    ///     try .basicAuthentication(user: "me", password: "…", for: "https://example.com")
    /// ]
    /// ```
    ///
    /// An origin is scheme, host and port. The first request has the field already. An
    /// `Authorization` that the caller set is kept. A redirect to another origin drops the field.
    /// Images of one user are cached for that user only; their keys have a digest of the
    /// credentials.
    ///
    /// - Parameters:
    ///   - user: The name of the user, without a colon.
    ///   - password: The password.
    ///   - url: Any http or https URL of the origin.
    /// - Throws: `LoadFailure` of kind `refusedRequest` if that is no http or https URL, or if
    ///   the name has a colon.
    public static func basicAuthentication(
        user: String, password: String, for url: String
    ) throws(LoadFailure) -> BuiltInInterceptor {
        BuiltInInterceptor(try BasicAuthentication(user: user, password: password, for: url))
    }

    /// Returns an interceptor that proves a name and a password to one origin only, without sending
    /// the password (RFC 7616).
    ///
    /// ```swift
    /// pipeline.interceptors = [
    ///     try .digestAuthentication(user: "me", password: "…", for: "https://example.com")
    /// ]
    /// ```
    ///
    /// The first request has no field; the origin's 401 names a nonce, with which it is sent again.
    /// Later requests use the nonce until the origin calls it stale. The algorithms are SHA-256 and
    /// MD5 with `qop=auth` or none; the better one is chosen. A second 401 is the response.
    /// Redirects within the origin get a field of their own; another origin gets none. Keys are as
    /// for ``basicAuthentication(user:password:for:)``. Copies of the value share the nonce.
    ///
    /// - Parameters:
    ///   - user: The name of the user, without a colon.
    ///   - password: The password.
    ///   - url: Any http or https URL of the origin.
    /// - Throws: `LoadFailure` of kind `refusedRequest` if that is no http or https URL, or if
    ///   the name has a colon.
    public static func digestAuthentication(
        user: String, password: String, for url: String
    ) throws(LoadFailure) -> BuiltInInterceptor {
        BuiltInInterceptor(try DigestAuthentication(user: user, password: password, for: url))
    }

    /// Returns an interceptor that sends a token to one origin only, and asks for another token
    /// once if it is rejected (RFC 6750).
    ///
    /// ```swift
    /// pipeline.interceptors = [
    ///     try .bearerAuthentication(account: "me", for: "https://example.com") { rejected in
    ///         try await session.token(insteadOf: rejected)
    ///     }
    /// ]
    /// ```
    ///
    /// The first load that needs the token asks for it, on behalf of all loads that wait for it. If
    /// the origin answers 401, a load asks for another token once; a second 401 is its response. A
    /// provider that fails fails the loads that wait, and is asked again by the next load. An
    /// `Authorization` that the caller set is kept. A redirect to another origin drops the token.
    /// A provider that takes longer than `LoadLimits.idleTimeout` fails. Images of one account are
    /// cached for that account only. Copies of the value share the token.
    ///
    /// - Parameters:
    ///   - account: The name of the account in keys; must differ if the rights do.
    ///   - url: Any http or https URL of the origin.
    ///   - provider: Makes a token; its argument is the rejected one, nil at first. It must not
    ///     load through a pipeline that uses it.
    /// - Throws: `LoadFailure` of kind `refusedRequest` if that is no http or https URL.
    public static func bearerAuthentication(
        account: String, for url: String,
        provider: @escaping @Sendable (_ rejected: String?) async throws -> String
    ) throws(LoadFailure) -> BuiltInInterceptor {
        BuiltInInterceptor(try BearerAuthentication(account: account, for: url, provider: provider))
    }
}
