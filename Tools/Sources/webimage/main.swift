import WebImageTool

await WebImageCommand.main()
