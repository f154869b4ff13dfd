/// What the memory cache is measured by.
let memoryActions: [String: Action] = [:]
