#if Server
    /// The files of the server's page as text.
    package enum PageText {
        /// The page: words between percent signs are filled in, and a part between two comments of
        /// one name is left out if it does not apply.
        package static let markup = text(PackageResources.page_html)
        /// The style sheet, light and dark.
        package static let style = text(PackageResources.page_css)
        /// The script without `grammar(plan, key)`, the function of a language of addresses.
        package static let script = text(PackageResources.page_js)

        /// The fields of the size for the library's own addresses.
        package static let webImageFields = text(PackageResources.webimage_html)
        /// The function that makes the library's own addresses.
        package static let webImageScript = text(PackageResources.webimage_js)
        /// The fields of the size for addresses of imgproxy.
        package static let imgproxyFields = text(PackageResources.imgproxy_html)
        /// The function that makes addresses of imgproxy.
        package static let imgproxyScript = text(PackageResources.imgproxy_js)
        /// The fields of the size for addresses of thumbor, in the order of its addresses.
        package static let thumborFields = text(PackageResources.thumbor_html)
        /// The function that makes addresses of thumbor.
        package static let thumborScript = text(PackageResources.thumbor_js)

        private static func text(_ bytes: [UInt8]) -> String {
            String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
