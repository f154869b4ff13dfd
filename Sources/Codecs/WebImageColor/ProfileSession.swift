#if Color
    import CLittleCMS
    import WebImageCoding

    /// A profile opened in its own context, which keeps error handling separate.
    final class ProfileSession {
        let context: cmsContext
        let profile: cmsHPROFILE

        /// Opens the profile; the library copies the bytes.
        ///
        /// - Throws: `CodecError.damaged` if the profile cannot be parsed.
        init(_ bytes: ByteBlock) throws(CodecError) {
            guard let context = cmsCreateContext(nil, nil) else {
                throw .limit("lcms2 ran out of memory")
            }
            // The library's default handler is silent, but the process may have installed another.
            cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
            guard let count = UInt32(exactly: bytes.count),
                let profile = bytes.withUnsafeBytes({
                    cmsOpenProfileFromMemTHR(context, $0.baseAddress, count)
                })
            else {
                cmsDeleteContext(context)
                throw .damaged(.icc, "the profile's header or tag table is invalid")
            }
            self.context = context
            self.profile = profile
        }

        deinit {
            cmsCloseProfile(profile)
            cmsDeleteContext(context)
        }

        /// The description in English, otherwise in the first language available.
        var profileDescription: String? {
            let count = cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", nil, 0)
            // Descriptions are short; this bounds the memory for a hostile one.
            guard count > 0, count <= 64 << 10 else { return nil }
            let capacity = Int(count) / MemoryLayout<wchar_t>.size + 1
            var text = [wchar_t](repeating: 0, count: capacity)
            guard cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", &text, count) > 0
            else {
                return nil
            }
            var result = ""
            for unit in text.prefix(while: { $0 != 0 }) {
                let scalar = UInt32(exactly: unit).flatMap(Unicode.Scalar.init)
                result.unicodeScalars.append(scalar ?? "\u{FFFD}")
            }
            return result.isEmpty ? nil : result
        }
    }
#endif
