/// What the disk cache is measured by.
let diskActions: [String: Action] = [:]
