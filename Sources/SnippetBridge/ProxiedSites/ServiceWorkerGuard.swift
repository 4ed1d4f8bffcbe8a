/// A listener that is inserted before the script of a page's service worker. It keeps the worker's other listeners
/// from answering requests for documents.
///
/// A document from the worker's cache would have no bridge, or an old one.
enum ServiceWorkerGuard {
  static let script = Array(
    "self.addEventListener('fetch',(e)=>{if(e.request.mode==='navigate')e.stopImmediatePropagation()});\n".utf8)
}
