/// The form by which a server's page makes addresses of a language.
///
/// The page itself has the fields of the source, the file and the access. A language adds the
/// fields of the size, and the function that makes an address of all values.
public struct AddressForm: Sendable {
    /// The name of the language, which scripts of the page find as `data-grammar` of its root.
    public var name: String
    /// The addresses in words, such as `addresses of imgproxy`.
    public var addresses: String
    /// The fields of the size, as HTML.
    ///
    /// The page reads fields with the identifiers `mode`, `width`, `height`, `dpr`, `position`,
    /// `halign`, `valign`, `crop` and `smart`; any of them may be missing. An option of `mode` has
    /// `data-covers` if its results may be larger than the size.
    public var fields: String
    /// The function of JavaScript that makes an address of the values: `async (plan, key) => …`.
    ///
    /// `plan` has the texts `source`, `mode`, `dpr`, `position`, `column`, `row`, `crop`, `format`
    /// and `quality`, the numbers `width` and `height` in pixels (0 if free), the texts `effects`,
    /// and the Booleans `isSmart`, `enlarges` and `isSource`; the latter asks for the source as it
    /// is. `key` is a text, empty for none. The result is the path below the server's prefix,
    /// without a slash at its start. The function may call `bytes(digits)`, `base64url(bytes)` and
    /// `sign(hash, key, ...parts)` of the page.
    public var script: String
    /// The form of a key, in words.
    public var keyHint: String
    /// An example of effects, between semicolons.
    public var effects: String
    /// The caption of the picture before.
    public var original: String
    /// `true` if sources may be files of the server.
    public var hasLocalSources: Bool

    /// Creates a form; each parameter is the property of its name.
    public init(
        name: String, addresses: String, fields: String, script: String, keyHint: String,
        effects: String, original: String = "the source as it is", hasLocalSources: Bool = true
    ) {
        (self.name, self.addresses) = (name, addresses)
        (self.fields, self.script) = (fields, script)
        (self.keyHint, self.effects) = (keyHint, effects)
        (self.original, self.hasLocalSources) = (original, hasLocalSources)
    }
}
