// `import WebImage` is all a user writes.
@_exported public import WebImageCaching
@_exported public import WebImageCoding
@_exported public import WebImageLoading
@_exported public import WebImagePipeline
@_exported public import WebImagePixels
@_exported public import WebImageRuntime
