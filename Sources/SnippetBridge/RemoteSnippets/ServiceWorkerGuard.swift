/// What is put before the script of a page's service worker: a listener that keeps documents away from its others. One
/// that a worker answers from its cache would be there without the bridge, or with an old one.
enum ServiceWorkerGuard {
  static let script = Array(
    "self.addEventListener('fetch',(e)=>{if(e.request.mode==='navigate')e.stopImmediatePropagation()});\n".utf8)
}
