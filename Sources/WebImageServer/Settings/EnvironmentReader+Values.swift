#if Server
    import WebImage
    import WebImageURLs

    // Values that stay as they are if their variable is unset.
    extension EnvironmentReader {
        func read(_ name: String, into value: inout Bool) throws(SettingFault) {
            if let read = try boolean(name) { value = read }
        }

        func read(
            _ name: String, _ range: ClosedRange<Int>, into value: inout Int
        ) throws(SettingFault) {
            if let read = try integer(name, in: range) { value = read }
        }

        /// Reads a number of which 0 is none.
        func read(
            _ name: String, _ range: ClosedRange<Int>, into value: inout Int?
        ) throws(SettingFault) {
            if let read = try integer(name, in: range) { value = read == 0 ? nil : read }
        }

        func readSeconds(
            _ name: String, from least: Int = 1, into value: inout Duration
        ) throws(SettingFault) {
            if let read = try seconds(name, in: least...Int(Int32.max)) { value = read }
        }

        /// Reads megapixels, of which 0 is none.
        func readPixels(
            _ name: String, from least: Double, into value: inout Int?
        ) throws(SettingFault) {
            guard let read = try number(name, in: least...1e6) else { return }
            value = read == 0 ? nil : Int(read * 1e6)
        }
    }
#endif
