import WebImageTool

WebImageCommand.runProcess()
