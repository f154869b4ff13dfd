import WebImage
import WebImageTool

// The command `webimage` with one more format.
var codecs = CodecList.installed
codecs.decoders.append(TilesDecoder())
codecs.encoders.append(TilesEncoder())
await WebImageCommand.main(codecs: codecs)
