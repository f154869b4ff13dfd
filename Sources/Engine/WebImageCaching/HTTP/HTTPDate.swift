package import FoundationEssentials

/// The three date formats of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Returns the moment of a text that has one of the formats exactly, names in any case; nil for
    /// any other text.
    ///
    /// The day of the week must be one, but need not match the date.
    package static func parseExactly(_ text: String, now: Date) -> Date? {
        let text = text.trimmingSpaces.asciiLowered
        let day = text.prefix { $0 != "," && $0 != " " }
        // Digits as `0`, letters as `a`.
        let shape = text.utf8.dropFirst(day.utf8.count).map { byte -> UInt8 in
            (48...57).contains(byte) ? 48 : (97...122).contains(byte) ? 97 : byte
        }
        let isFormat =
            switch String(decoding: shape, as: UTF8.self) {
            case ", 00 aaa 0000 00:00:00 aaa": text.hasSuffix("gmt") && day.count == 3
            case ", 00-aaa-00 00:00:00 aaa": text.hasSuffix("gmt") && day.count > 3
            case " aaa 00 00:00:00 0000", " aaa  0 00:00:00 0000": day.count == 3
            default: false
            }
        guard isFormat, weekdays.contains(where: { $0 == day || $0.prefix(3) == day }) else {
            return nil
        }
        return parse(text, now: now)
    }

    /// Returns the moment of a text with other separators too, days of one digit, years of two, and
    /// UTC in place of GMT; nil if it is no date.
    ///
    /// For the fields that permit it: RFC 9110, section 5.6.7, encourages to be robust. The day of
    /// the week is ignored. A year of two digits is the last such year that is no more than fifty
    /// years after `now`.
    package static func parse(_ text: String, now: Date) -> Date? {
        let words = text.lowercased()
            .split { $0 == " " || $0 == "," || $0 == "-" || $0 == "\t" }.map(String.init)
        guard words.count == 5 || words.count == 6 else { return nil }
        if words.count == 6, words[5] != "gmt", words[5] != "utc" { return nil }
        // `sun nov 6 08:49:37 1994`, or `sun 06 nov 1994 08:49:37 gmt` with any year.
        let isAscTime = words.count == 5
        let (dayWord, monthWord) = isAscTime ? (words[2], words[1]) : (words[1], words[2])
        let (yearWord, timeWord) = isAscTime ? (words[4], words[3]) : (words[3], words[4])
        guard let day = number(dayWord, 1...2), let month = months.firstIndex(of: monthWord),
            let year = fullYear(yearWord, now: now), let seconds = seconds(timeWord)
        else { return nil }
        let first = daysSince1970(year, month + 1, 1)
        guard day >= 1, first + day <= daysSince1970(year, month + 2, 1) else { return nil }
        return Date(timeIntervalSince1970: Double((first + day - 1) * 86_400 + seconds))
    }

    private static func number(_ text: some StringProtocol, _ lengths: ClosedRange<Int>) -> Int? {
        guard lengths.contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
        else { return nil }
        return Int(text)
    }

    private static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = number(parts[0], 2...2),
            let minute = number(parts[1], 2...2), let second = number(parts[2], 2...2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func fullYear(_ text: String, now: Date) -> Int? {
        if let year = number(text, 4...4) { return year }
        guard let short = number(text, 2...2) else { return nil }
        let latest = yearOf(now) + 50
        return latest - (latest - short) % 100
    }

    /// Returns the days to a date of the proleptic Gregorian calendar; month 13 is the next
    /// January.
    ///
    /// Years are counted from March, so that the leap day is the last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let years = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return years * 365 + years / 4 - years / 100 + years / 400 + dayOfYear - 719_468
    }

    /// Returns the calendar year of a moment, clamped for a clock that is set to nonsense.
    private static func yearOf(_ date: Date) -> Int {
        let days = Int(max(0, min(date.timeIntervalSince1970, 2e11)) / 86_400)
        var year = 1970 + days / 366
        while daysSince1970(year + 1, 1, 1) <= days { year += 1 }
        return year
    }
}

// Writing.
extension HTTPDate {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Returns the text of a date as header fields have it, such as `Sun, 06 Nov 1994 08:49:37
    /// GMT`.
    package static func text(of date: Date) -> String {
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        let two = { (number: Int?) in
            let text = String(number ?? 0)
            return text.count < 2 ? "0\(text)" : text
        }
        let day = names[((parts.weekday ?? 1) - 1) % 7]
        let month = months[((parts.month ?? 1) - 1) % 12]
        return "\(day), \(two(parts.day)) \(month) \(parts.year ?? 1970) "
            + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) GMT"
    }
}
