/// The media type of a file, derived from the extension of its name.
struct MediaType: Equatable, Sendable {
  /// The value of `Content-Type` without parameters.
  let name: String

  /// Creates the media type for a file name. An unknown extension results in `application/octet-stream`.
  init(ofFileNamed fileName: String) {
    let ending = fileName.lastIndex(of: ".").map { fileName[fileName.index(after: $0)...].lowercased() } ?? ""
    name = Self.byEnding[ending] ?? "application/octet-stream"
  }

  /// Indicates whether the file is HTML, into which a tag can be inserted. XHTML is excluded, because it is parsed as
  /// XML.
  var isHTML: Bool { name == Self.html }

  static let html = "text/html"

  /// Returns the value of `Content-Type`. Text is declared as UTF-8, unless the file declares its encoding itself.
  func contentType(declaresEncoding: Bool = false) -> String {
    name.hasPrefix("text/") && !declaresEncoding ? name + "; charset=utf-8" : name
  }

  private static let byEnding = [
    // Pages, and the files that pages load
    "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "xht": "application/xhtml+xml",
    "css": "text/css", "js": "text/javascript", "mjs": "text/javascript", "cjs": "text/javascript",
    "json": "application/json", "map": "application/json", "jsonld": "application/ld+json",
    "webmanifest": "application/manifest+json", "wasm": "application/wasm", "appcache": "text/cache-manifest",
    // Text
    "txt": "text/plain", "text": "text/plain", "log": "text/plain", "md": "text/markdown", "markdown": "text/markdown",
    "csv": "text/csv", "tsv": "text/tab-separated-values", "ics": "text/calendar", "vcf": "text/vcard",
    "vtt": "text/vtt", "xml": "application/xml", "xsl": "application/xslt+xml", "xslt": "application/xslt+xml",
    "rss": "application/rss+xml", "atom": "application/atom+xml", "yaml": "application/yaml", "yml": "application/yaml",
    "toml": "application/toml", "swift": "text/plain", "ts": "text/plain", "jsx": "text/plain", "tsx": "text/plain",
    "geojson": "application/geo+json", "gpx": "application/gpx+xml", "kml": "application/vnd.google-earth.kml+xml",
    // Images
    "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/vnd.microsoft.icon",
    "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "heic": "image/heic", "heif": "image/heif",
    "jxl": "image/jxl",
    // Fonts
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "ttc": "font/collection",
    "eot": "application/vnd.ms-fontobject",
    // Sound and video
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
    "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "weba": "audio/webm", "mid": "audio/midi",
    "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
    "mpeg": "video/mpeg", "m3u8": "application/vnd.apple.mpegurl",
    // Documents, models and archives
    "pdf": "application/pdf", "epub": "application/epub+zip", "zip": "application/zip", "gz": "application/gzip",
    "tar": "application/x-tar", "glb": "model/gltf-binary", "gltf": "model/gltf+json",
  ]
}
