// The types of another module, as a toolkit or a program has them.

/// A foreign `Blur`.
public enum Blur {}

/// A foreign `Circle`.
public enum Circle {}

/// A foreign `Crop`.
public enum Crop {}

/// A foreign `Flip`.
public enum Flip {}

/// A foreign `Frame`.
public enum Frame {}

/// A foreign `Grayscale`.
public enum Grayscale {}

/// A foreign `Pad`.
public enum Pad {}

/// A foreign `Page`.
public enum Page {}

/// A foreign `Resize`.
public enum Resize {}

/// A foreign `Rotate`.
public enum Rotate {}

/// A foreign `Tint`.
public enum Tint {}
