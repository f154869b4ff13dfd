#if Server
    extension ServerPage {
        /// The parts of the form that depend on the grammar of addresses.
        struct Form {
            /// The name of the grammar, by which the script writes addresses.
            let name: String
            /// The addresses in words.
            let addresses: String
            /// The fields of the size.
            let sizing: String
            /// The field of the key.
            let key: String
            /// An example of effects.
            let effects: String
            /// The caption of the picture before.
            let original: String
            /// `true` if sources may be files of the server.
            let hasLocalSources: Bool

            init(_ manner: AnswerRules.Manner) {
                let isThumbor = manner == .thumbor
                let example: String
                switch manner {
                case .webImage:
                    (name, addresses) = ("webimage", "the server’s own addresses")
                    effects = "blur(3);sharpen(1)"
                    example = "hexadecimal digits"
                case .imgproxy:
                    (name, addresses) = ("imgproxy", "addresses of imgproxy")
                    effects = "blur:3;sharpen:1"
                    example = "key and salt in hexadecimal digits"
                case .thumbor:
                    (name, addresses) = ("thumbor", "addresses of thumbor")
                    effects = "blur(3);grayscale()"
                    example = "the key as text"
                }
                key = ServerPage.field("key", "Key of signatures", example)
                sizing = isThumbor ? ServerPage.thumborSizing : ServerPage.sizing(of: manner)
                // Its addresses pass no source on.
                original = isThumbor ? "encoded anew, in its own size" : "the source as it is"
                hasLocalSources = !isThumbor
            }
        }

        private static func field(_ id: String, _ label: String, _ example: String) -> String {
            """
            <label class="wide">\(label)
            <input id="\(id)" type="password" autocomplete="off" spellcheck="false" placeholder="\(example)"></label>

            """
        }

        static let accessHead = "<fieldset><legend>Access</legend>\n"

        /// The field of the secret that the server asks for.
        static let secret = field("secret", "Secret of the server", "the value of …_SECRET")

        /// The reason why pictures of such a server are shown here, and not by their address alone.
        static let secretNote = """
            <p class="note" id="secret-note">This server asks for a secret with each picture. The page sends it; a browser that
            meets the address elsewhere does not, so that a proxy in front has to add the field <code>Authorization: Bearer</code> with it.</p>
            """

        private static func sizing(of manner: AnswerRules.Manner) -> String {
            let exact = manner == .imgproxy ? "force" : "exact"
            return """
                <label class="wide">Mode <select id="mode">
                <option>fit</option><option>fill</option><option>fill-down</option><option>\(exact)</option><option>auto</option>
                </select></label>
                \(sides)
                <label>Pixel ratio \(ratios)</label>
                <label>Position <select id="position">
                <option>center</option><option>smart</option><option>north</option><option>northeast</option><option>east</option>
                <option>southeast</option><option>south</option><option>southwest</option><option>west</option><option>northwest</option>
                </select></label>
                """
        }

        /// The parts of thumbor's addresses in their order.
        private static let thumborSizing = """
            <label class="wide">Cut first, from corner to corner
            <input id="crop" type="text" spellcheck="false" placeholder="10x20:410x320"
             pattern="[0-9]+x[0-9]+:[0-9]+x[0-9]+" title="left x top : right x bottom, in pixels of the source"></label>
            <label class="wide">Mode <select id="mode">
            <option value="fit-in">fit-in: whole picture, inside</option>
            <option value="crop">crop: fills the size</option>
            <option value="full-fit-in">full-fit-in: covers the size</option>
            <option value="adaptive-fit-in">adaptive-fit-in: turns the size</option>
            <option value="stretch">stretch: exact size</option>
            </select></label>
            \(sides)
            <label>Horizontal <select id="halign"><option>left</option><option selected>center</option><option>right</option></select></label>
            <label>Vertical <select id="valign"><option>top</option><option selected>middle</option><option>bottom</option></select></label>
            <label>Pixel ratio \(ratios)</label>
            <label class="check"><input id="smart" type="checkbox"> Smart crop</label>
            """

        private static let sides = """
            <label>Width <input id="width" type="number" min="0" max="16384" value="640"></label>
            <label>Height <input id="height" type="number" min="0" max="16384" placeholder="free"></label>
            """

        private static let ratios = """
            <select id="dpr"><option>1</option><option>1.5</option><option>2</option><option>3</option></select>
            """
    }
#endif
