import SnippetBridgeCOpenSSL
import SnippetBridgeTLS

/// A script that Redis runs as one atomic step. `KEYS[1]` is the prefix of the fleet's keys.
struct Script: Sendable {
  /// The source with the functions that the scripts share.
  let source: String
  /// The SHA-1 digest of the source in hexadecimal digits, which names the script.
  let digest: [UInt8]

  private init(_ body: String) {
    source = Self.shared + body
    digest = SnippetBridgeTLS.digest(of: Array(source.utf8), by: EVP_sha1()).hexadecimalDigits
  }

  /// All scripts, which a session loads when it begins.
  static let all = [begin, enter, beat, leave, write, find, former, group, offers, sessions]

  private static let shared = """
    local p = KEYS[1]
    local leases = p .. 'leases'
    local function now()
      local t = redis.call('TIME')
      return t[1] * 1000 + math.floor(t[2] / 1000)
    end
    local function live(session, time)
      local ending = redis.call('ZSCORE', leases, session)
      return ending and tonumber(ending) > time
    end
    local function nodesChanged()
      local revision = redis.call('INCR', p .. 'arrivals')
      redis.call('PUBLISH', p .. 'arrivals', revision)
      return revision
    end
    local function owner(value) return string.match(value, '^%S+') end
    local function change(text)
      local revision = redis.call('INCR', p .. 'revision')
      redis.call('PUBLISH', p .. 'changes', revision .. ' ' .. text)
      return revision
    end
    -- Keeps the web views of a session that has ended, for pages that load again at another server.
    local function keepViews(session)
      local views = redis.call('HGETALL', p .. 'views:' .. session)
      for i = 1, #views, 2 do
        redis.call('SET', p .. 'former:' .. views[i], string.match(views[i + 1], '^%d+ (.*)$') or '', 'EX', 120)
      end
    end
    local function remove(session)
      for _, entry in ipairs(redis.call('SMEMBERS', p .. 'owned:' .. session)) do
        local key, field = string.match(entry, '^(.-)\\n(.*)$')
        local value = key and redis.call('HGET', p .. key, field)
        if value and owner(value) == session then redis.call('HDEL', p .. key, field) end
      end
      local node = string.match(session, '^[^.]+')
      local info = redis.call('HGET', p .. 'nodes', node)
      if info and owner(info) == session then
        redis.call('HDEL', p .. 'nodes', node)
        nodesChanged()
      end
      redis.call('DEL', p .. 'owned:' .. session, p .. 'views:' .. session)
      if redis.call('ZREM', leases, session) == 1 then change('gone ' .. session) end
    end

    """

  static let begin = Script(
    """
    local format = redis.call('GET', p .. 'format')
    if not format then redis.call('SET', p .. 'format', ARGV[1])
    elseif format ~= ARGV[1] then return {format} end
    redis.call('SETNX', p .. 'secret', ARGV[2])
    return {redis.call('INCR', p .. 'epoch'), redis.call('GET', p .. 'secret')}
    """)

  static let enter = Script(
    """
    local session, old, lease, node, info = unpack(ARGV)
    if old ~= '' then remove(old) end
    redis.call('ZADD', leases, now() + lease, session)
    redis.call('HSET', p .. 'nodes', node, session .. ' ' .. info)
    return nodesChanged()
    """)

  static let beat = Script(
    """
    local session, lease, time = ARGV[1], ARGV[2], now()
    if not live(session, time) then return 0 end
    redis.call('ZADD', leases, time + lease, session)
    -- After the clock of Redis was set back, a lease ends too late. Other versions may have longer leases.
    for _, other in ipairs(redis.call('ZRANGEBYSCORE', leases, time + lease * 10, '+inf', 'LIMIT', 0, 16)) do
      redis.call('ZADD', leases, time + lease, other)
    end
    for _, ended in ipairs(redis.call('ZRANGEBYSCORE', leases, '-inf', time, 'LIMIT', 0, 4)) do
      keepViews(ended)
      remove(ended)
    end
    local gone = {tonumber(redis.call('GET', p .. 'arrivals') or '0')}
    for i = 3, #ARGV do
      if not live(ARGV[i], time) then gone[#gone + 1] = ARGV[i] end
    end
    return gone
    """)

  static let leave = Script(
    """
    keepViews(ARGV[1])
    remove(ARGV[1])
    return 1
    """)

  static let write = Script(
    """
    local session, time = ARGV[1], now()
    if not live(session, time) then return 0 end
    local results = {}
    for i = 2, #ARGV, 5 do
      local kind, hash, field, isSet, value = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3] == '1', ARGV[i + 4]
      local result = ''
      if kind == 'view' then
        local key = p .. 'views:' .. session
        if isSet and redis.call('GET', p .. 'moved:' .. field) then
          result = 'moved'
        elseif isSet then
          local revision = change('set ' .. session .. ' ' .. field .. ' ' .. value)
          redis.call('HSET', key, field, revision .. ' ' .. value)
          redis.call('DEL', p .. 'former:' .. field)
        elseif redis.call('HDEL', key, field) == 1 then
          change('del ' .. session .. ' ' .. field)
        end
      else
        local key, new = p .. hash, session .. ' ' .. value
        local old = redis.call('HGET', key, field)
        local holder = old and owner(old)
        if isSet and kind == 'name' and old and old ~= new and holder ~= session and live(holder, time) then
          result = old
        elseif isSet then
          redis.call('HSET', key, field, new)
          redis.call('SADD', p .. 'owned:' .. session, hash .. '\\n' .. field)
        else
          if holder == session then redis.call('HDEL', key, field) end
          redis.call('SREM', p .. 'owned:' .. session, hash .. '\\n' .. field)
        end
      end
      results[#results + 1] = result
    end
    return results
    """)

  static let find = Script(
    """
    local value = redis.call('HGET', p .. ARGV[1], ARGV[2])
    if value and live(owner(value), now()) then return value end
    return false
    """)

  static let former = Script(
    """
    local value = redis.call('GET', p .. 'former:' .. ARGV[1])
    local isJSON, info = pcall(cjson.decode, value or '')
    if not isJSON or type(info) ~= 'table' then return false end
    for i = 2, #ARGV do
      if info.browser == ARGV[i] then
        redis.call('DEL', p .. 'former:' .. ARGV[1])
        redis.call('SET', p .. 'moved:' .. ARGV[1], '', 'EX', 120)
        return value
      end
    end
    return false
    """)

  static let group = Script(
    """
    local time, reached = now(), {}
    for _, session in ipairs(redis.call('HKEYS', p .. ARGV[1])) do
      if live(session, time) and redis.call('PUBLISH', p .. 'to:' .. session, ARGV[2]) > 0 then
        reached[#reached + 1] = session
      end
    end
    return reached
    """)

  static let offers = Script(
    """
    local time, offers = now(), {}
    for _, value in ipairs(redis.call('HVALS', p .. ARGV[1])) do
      if live(owner(value), time) then offers[#offers + 1] = value end
    end
    return offers
    """)

  static let sessions = Script("return redis.call('ZRANGEBYSCORE', leases, '(' .. now(), '+inf')")
}
