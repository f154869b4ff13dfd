import WebImageTool

WebImageCommand.start()
