#!/bin/sh
# Starts a kiosk's browser. Starts it again when it ends, and when the server is there and no shell is shown:
# the page has crashed, or came to an error page.
#
#     watchdog.sh http://127.0.0.1:8080/ chromium --kiosk --noerrdialogs …
#
# PATIENCE (30 s) is how long a shell may be away, PAUSE (5 s) how often the server is asked. With a token, put
# `header = "Authorization: Bearer …"` into a file of curl's and name it in CURLRC.
set -u
url=${1%/}
shift
patience=${PATIENCE:-30}
pause=${PAUSE:-5}
trap 'kill "$browser" 2>/dev/null; exit' INT TERM

while :; do
  "$@" "$url/" &
  browser=$!
  away=0
  while kill -0 "$browser" 2>/dev/null; do
    sleep "$pause"
    status=$(curl --silent --output /dev/null --write-out '%{http_code}' --max-time 5 ${CURLRC:+--config "$CURLRC"} \
      "$url/_bridge/shell/shown")
    # 503: no browser shows a shell. Without a server (000) another browser would not help.
    if [ "$status" = 503 ]; then away=$((away + pause)); else away=0; fi
    if [ "$away" -ge "$patience" ]; then
      echo "no shell was shown for $away s: the browser starts again" >&2
      kill "$browser" 2>/dev/null
      # One that hangs does not hear.
      (sleep 5; kill -9 "$browser" 2>/dev/null) &
      away=0
    fi
  done
  wait "$browser"
  sleep 1
done
