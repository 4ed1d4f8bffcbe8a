/// A response body on its way out.
struct Outgoing {
  let body: Response.Body
  let length: Int64
  var offset: Int64 = 0
  var remaining: Int64 { length - offset }
}
