#!/usr/bin/env bash
# The unit of systemd, as far as it can be tried where systemd is not process 1: it is laid out by its installer, read and validated by
# systemd's own tools, and its command is run as another user with its settings until it answers, and stopped by its signal.
# 3 means that this machine has no systemd-analyze, or that it is not run as root.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v systemd-analyze >/dev/null || [[ $(id -u) != 0 ]]; then
  echo "This needs systemd-analyze and root." >&2
  exit 3
fi

unit=deploy/systemd/mailsift.service
exposure=$(systemd-analyze security --offline=true "$unit" | sed -n 's/.*exposure level.*: \([0-9.]*\).*/\1/p')
echo "systemd-analyze security: $exposure"
awk -v exposure="$exposure" 'BEGIN { exit !(exposure != "" && exposure <= 2.0) }'

folder=$(mktemp -d "${TMPDIR:-/tmp}/mailsift-systemd.XXXXXX")
main=
stop() {
  [[ -z $main ]] || kill -9 "$main" 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT
chmod 755 "$folder"
DESTDIR=$folder deploy/systemd/install.sh >"$folder/install.log" 2>&1 || { tail -20 "$folder/install.log" >&2; exit 1; }

value() { sed -n "s/^$1=//p" "$unit"; }
install -d -o nobody -m 0700 "$folder/state"
port=$((20000 + RANDOM % 10000))
# shellcheck disable=SC2046,SC2086
(cd "$folder/opt/mailsift" && exec setpriv --reuid=nobody --regid=nogroup --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
  env -i $(cat deploy/systemd/defaults.env) DATA_DIR="$folder/state" PORT=$port WORKERS=1 DNS_SERVERS=127.0.0.1:9 DNS_CANARIES=off REGISTRY_LOOKUPS=off ENRICHMENT=off LIST_REFRESH=off \
  $(value ExecStart | sed "s,^/opt,$folder/opt,")) >"$folder/run.log" 2>&1 &
main=$!
for ((try = 0; try < 1500; try++)); do
  ! curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1 || break
  kill -0 "$main" 2>/dev/null || { cat "$folder/run.log" >&2; exit 1; }
  sleep 0.2
done
# As mailsift-admin runs it: the first sign-in, at the address of the running service.
link=$(cd "$folder/opt/mailsift" && setpriv --reuid=nobody --regid=nogroup --clear-groups env -i DATA_DIR="$folder/state" \
  node_modules/.bin/node --env-file=deploy/systemd/defaults.env scripts/run.mjs packages/server/src/admin.ts sign-in-link 2>"$folder/admin.log") || { cat "$folder/admin.log" >&2; exit 1; }
curl -fsS -o /dev/null --json "{\"secret\":\"${link#*#sign-in=}\"}" "${link%%/#*}/account/sign-in-link"
[[ $link == *":$port/#sign-in="* ]]
kill -TERM "$main"
status=0
wait "$main" || status=$?
main=
[[ $status == 0 ]] || { echo "It ended with $status." >&2; cat "$folder/run.log" >&2; exit 1; }
grep -q 'stopping: waiting for running requests and tasks' "$folder/run.log"
echo "The unit installs, runs and stops: 5 passed, 0 failed"
