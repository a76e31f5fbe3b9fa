// A date and time of day without a time zone, and its rendering by the directives of `strftime`: what a template's
// `strftime_now` is answered with. The clock is handed in, so that the same prompt can be made again.

/// A moment of the proleptic Gregorian calendar.
package struct CivilDate: Sendable, Hashable {
    package var year: Int
    /// 1...12
    package var month: Int
    /// 1...31
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = min(max(month, 1), 12)
        self.day = min(max(day, 1), 31)
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The moment `seconds` after 1970-01-01 00:00:00, in the same zone as the result is meant in.
    /// Reference: H. Hinnant, chrono-Compatible Low-Level Date Algorithms.
    package init(secondsSince1970 seconds: Int) {
        let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
        let time = seconds - days * 86_400
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1,
            hour: time / 3_600, minute: time / 60 % 60, second: time % 60)
    }

    /// 1...366
    var dayOfYear: Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1]
        return before + day + (isLeap && month > 2 ? 1 : 0)
    }

    /// 0 is Sunday. Sakamoto's method.
    var weekday: Int {
        let shifted = month < 3 ? year - 1 : year
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1]
        let sum = shifted + shifted / 4 - shifted / 100 + shifted / 400 + shift + day
        return (sum % 7 + 7) % 7
    }

    /// The text of one directive in the C locale, or nil for one that is unknown.
    func text(of directive: Unicode.Scalar) -> String? {
        func padded(_ number: Int, _ width: Int = 2, with pad: Character = "0") -> String {
            let digits = String(number)
            return String(repeating: pad, count: max(0, width - digits.count)) + digits
        }
        let hour12 = (hour + 11) % 12 + 1
        switch directive {
        case "Y": return padded(year, 4)
        case "y": return padded(year % 100)
        case "m": return padded(month)
        case "d": return padded(day)
        case "e": return padded(day, with: " ")
        case "H": return padded(hour)
        case "I": return padded(hour12)
        case "M": return padded(minute)
        case "S": return padded(second)
        case "p": return hour < 12 ? "AM" : "PM"
        case "j": return padded(dayOfYear, 3)
        case "w": return String(weekday)
        case "u": return String(weekday == 0 ? 7 : weekday)
        case "B": return Self.months[month - 1]
        case "b", "h": return String(Self.months[month - 1].prefix(3))
        case "A": return Self.weekdays[weekday]
        case "a": return String(Self.weekdays[weekday].prefix(3))
        case "F": return "\(padded(year))-\(padded(month))-\(padded(day))"
        case "D", "x": return "\(padded(month))/\(padded(day))/\(padded(year % 100))"
        case "T", "X": return "\(padded(hour)):\(padded(minute)):\(padded(second))"
        case "R": return "\(padded(hour)):\(padded(minute))"
        case "%": return "%"
        default: return nil
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
