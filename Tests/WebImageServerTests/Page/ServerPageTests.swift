#if Server
    import Foundation
    import Testing
    import WebImage
    import WebImageServerPage
    import WebImageURLs

    @testable import WebImageServer

    struct ServerPageTests {
        private static let forms: [AddressForm] = [.webImage, .imgproxy, .thumbor]
        /// A form as a program makes it, whose texts need escapes.
        private static let own = AddressForm(
            name: "thumb", addresses: "addresses of <thumb>",
            fields: "<label>Width <input id=\"width\" placeholder=\"%SOURCE%\"></label>",
            script: "async (plan) => `thumb/${plan.width}/${plan.source}`", keyHint: "a \"word\"",
            effects: "a & b", original: "as a thumb", hasLocalSources: false)

        /// Returns the text of a file of the page.
        private func text(
            _ path: String, _ form: AddressForm, isSigned: Bool = false, secret: String? = nil,
            _ change: (inout ServerSettings) -> Void = { _ in }
        ) throws -> String {
            var settings = ServerSettings()
            settings.secret = secret
            change(&settings)
            let answer = try #require(
                ServerPage.files(settings, form, isSigned: isSigned)[path])
            guard case .text(let text) = answer.body else { return "" }
            return text
        }

        @Test(arguments: [
            ("page.html", PageText.markup), ("page.css", PageText.style),
            ("page.js", PageText.script), ("webimage.html", PageText.webImageFields),
            ("webimage.js", PageText.webImageScript), ("imgproxy.html", PageText.imgproxyFields),
            ("imgproxy.js", PageText.imgproxyScript), ("thumbor.html", PageText.thumborFields),
            ("thumbor.js", PageText.thumborScript),
        ])
        func `the texts are the files of the tree`(name: String, text: String) throws {
            let folder = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
            let file = folder.appending(path: "Sources/Server/WebImageServerPage/\(name)")
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
        }

        @Test(arguments: forms + [own])
        func `nothing of the page is left to fill in or to leave out`(form: AddressForm) throws {
            var plain = form
            plain.fields = ""
            for (isSigned, secret) in [(false, nil), (true, nil), (false, "s"), (true, "s")] {
                let page = try text("/", plain, isSigned: isSigned, secret: secret)
                #expect(page.firstMatch(of: /%[A-Z]+%/) == nil)
                #expect(!page.contains("<!--"))
                #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\" data-grammar="))
                #expect(page.contains(" data-grammar=\"\(form.name)\">\n<head>\n"))
                #expect(page.hasSuffix("</main>\n</div>\n</body>\n</html>\n"))
            }
        }

        @Test(arguments: forms)
        func `the fields of the size are those of the form`(form: AddressForm) throws {
            let page = try text("/", form)
            let start = "<fieldset><legend>Size</legend>\n"
            let end = "<label class=\"check\"><input id=\"enlarge\" type=\"checkbox\"> Enlarge"
            #expect(form.fields.hasSuffix("</label>\n"))
            #expect(page.contains(start + form.fields + end))
            #expect(page.contains("placeholder=\"\(form.effects)\"></label>"))
            #expect(page.contains("<b>Before</b> <span>\(form.original)</span>"))
            #expect(page.contains("<p>Makes <strong>\(form.addresses)</strong>, and shows"))
        }

        @Test func `an open server has no fields of access`() throws {
            let page = try text("/", .imgproxy)
            #expect(page.contains("</fieldset>\n<button type=\"submit\">Show</button>\n</form>"))
            #expect(page.contains("<pre id=\"address\">–</pre>\n</section>"))
            #expect(!page.contains("Bearer"))
        }

        @Test func `a key has a field with its form`() throws {
            let page = try text("/", .imgproxy, isSigned: true)
            let field = """
                </fieldset>
                <fieldset><legend>Access</legend>
                <label class="wide">Key of signatures
                <input id="key" type="password" autocomplete="off" spellcheck="false" \
                placeholder="key and salt in hexadecimal digits"></label>
                </fieldset>
                <button type="submit">Show</button>
                """
            #expect(page.contains(field))
            #expect(!page.contains("Bearer") && !page.contains("id=\"secret\""))
        }

        @Test func `a secret has a field and a note, and is not in the page`() throws {
            let page = try text("/", .webImage, secret: "sesame")
            let field = """
                <fieldset><legend>Access</legend>
                <label class="wide">Secret of the server
                <input id="secret" type="password" autocomplete="off" spellcheck="false" \
                placeholder="the value of …_SECRET"></label>
                </fieldset>
                <button type="submit">Show</button>
                """
            #expect(page.contains(field))
            #expect(page.contains("–</pre><p class=\"note\" id=\"secret-note\">This server"))
            #expect(page.contains("<code>Authorization: Bearer</code> with it.</p>\n</section>"))
            #expect(!page.contains("sesame") && !page.contains("id=\"key\""))
        }

        @Test func `the source is a local file if addresses may name one`() throws {
            for (form, isLocal) in [(AddressForm.webImage, true), (.thumbor, false)] {
                let page = try text("/", form) { $0.sources.localRoot = "/srv" }
                #expect(page.contains("placeholder=\"local:///cat.jpg\" required>") == isLocal)
                #expect(page.contains("\"https://example.com/cat.jpg\" required>") != isLocal)
            }
        }

        @Test func `a note tells that sources on the server itself are refused`() throws {
            let note = "<small>Addresses of the server’s own machine are refused.</small>"
            #expect(try text("/", .webImage).contains("required> \(note)</label>"))
            let open = try text("/", .webImage) { $0.sources.allowsLoopback = true }
            #expect(open.contains("required></label>"))
        }

        @Test(arguments: forms + [own])
        func `the script has the function of its form alone`(form: AddressForm) throws {
            let script = try text("/page.js", form)
            #expect(script.hasPrefix("\"use strict\";\n"))
            #expect(script.hasSuffix("\n}\n\nconst grammar = \(form.script)"))
            let marks = [
                ("`v1/", "webimage"), ("\"raw:1\"", "imgproxy"), ("`unsafe/", "thumbor"),
                ("`thumb/", "thumb"),
            ]
            for (mark, name) in marks {
                #expect(script.contains(mark) == (form.name == name))
            }
        }

        @Test func `nothing of our languages is in the page of another one`() throws {
            let page = try text("/", Self.own, isSigned: true, secret: "s")
            for part in [page, try text("/page.js", Self.own), try text("/page.css", Self.own)] {
                for word in ["webimage", "imgproxy", "thumbor", "fit-in"] {
                    #expect(!part.contains(word))
                }
            }
            #expect(page.contains("<strong>addresses of &lt;thumb></strong>"))
            #expect(page.contains("placeholder=\"a &quot;word&quot;\""))
            #expect(page.contains("placeholder=\"a &amp; b\""))
            #expect(page.contains("\n" + Self.own.fields + "<label class=\"check\">"))
        }

        @Test func `the files are told as what they are, and load nothing of others`() {
            let files = ServerPage.files(ServerSettings(), .webImage, isSigned: false)
            let types = files.mapValues { $0.fields["Content-Type"] }
            #expect(
                types == [
                    "": "text/html; charset=utf-8", "/": "text/html; charset=utf-8",
                    "/page.js": "text/javascript; charset=utf-8",
                    "/page.css": "text/css; charset=utf-8",
                ])
            for answer in files.values {
                #expect(answer.fields["Cache-Control"] == "no-cache")
                #expect(
                    answer.fields["Content-Security-Policy"]?.hasPrefix("default-src 'none'; ")
                        == true)
            }
        }

        @Test func `below a prefix the page is behind its slash`() {
            var settings = ServerSettings()
            settings.pathPrefix = "/images"
            let files = ServerPage.files(settings, .webImage, isSigned: false)
            #expect(files[""]?.status == 301)
            #expect(files[""]?.fields["Location"] == "/images/")
            #expect(files["/"]?.status == 200)
        }

        @Test(
            arguments: [
                (WebImageAnswers(), "webimage"), (ImgproxyAnswers(), "imgproxy"),
                (ThumborAnswers(), "thumbor"),
            ] as [(any AnswerRules, String)])
        func `the form is that of the server's rules`(
            rules: any AnswerRules, name: String
        ) throws {
            var settings = ServerSettings()
            settings.answers = rules
            let files = ServerPage.files(settings, WebImageGrammar(keys: [[1]]))
            guard case .text(let page) = try #require(files["/"]).body else { return }
            #expect(page.contains("data-grammar=\"\(name)\""))
            #expect(page.contains("id=\"key\""))
        }
    }
#endif
