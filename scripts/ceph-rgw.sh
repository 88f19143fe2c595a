#!/usr/bin/env bash
# Runs a command beside a real S3 server: Ceph's RADOS gateway, in memory, on loopback, thrown away afterwards.
#
#   scripts/ceph-rgw.sh npx vitest run packages/server/test/platform/blobs
#
# The command finds the server in S3_TEST_ENDPOINT, S3_TEST_ACCESS_KEY_ID, S3_TEST_SECRET_ACCESS_KEY, which are printed too.
# Without a command the server runs until it is interrupted. With --install as the first argument, missing Debian packages
# are installed; without it nothing is, and missing ones are exit status 3.
set -euo pipefail

packages=(ceph-mon ceph-osd radosgw ceph-common)
programs=(ceph-mon ceph-osd radosgw radosgw-admin ceph monmaptool)

missing() {
  local program
  for program in "${programs[@]}"; do
    command -v "$program" >/dev/null || return 0
  done
  return 1
}

if [[ ${1:-} == --install ]]; then
  shift
  if missing; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2 || exit 3
  fi
fi
if missing; then
  echo "Not all of ${programs[*]} are installed; Debian has them in ${packages[*]}." >&2
  exit 3
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/ceph-rgw.XXXXXX")
daemons=()
stop() {
  local pid
  for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${daemons[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

# start <name> <program> <arguments>: in the background, its words in a log
start() {
  local name=$1
  shift
  "$@" >"$folder/$name.log" 2>&1 &
  daemons+=($!)
}

# wait_for <what> <command>: for at least five minutes
wait_for() {
  local what=$1 tries
  shift
  for ((tries = 0; tries < 1500; tries++)); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  echo "$what does not answer:" >&2
  tail -n 20 "$folder"/*.log >&2
  exit 1
}

mon_port=$(free_port)
rgw_port=$(free_port)
fsid=$(cat /proc/sys/kernel/random/uuid)
mkdir "$folder/mon" "$folder/osd" "$folder/rgw"
cat >"$folder/ceph.conf" <<CONF
[global]
fsid = $fsid
mon host = v2:127.0.0.1:$mon_port
public addr = 127.0.0.1
cluster addr = 127.0.0.1
# A machine for the tests alone: no authentication inside the cluster, nothing encrypted, one copy of everything.
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms client mode = crc
ms cluster mode = crc
ms service mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
run dir = $folder
admin socket = $folder/\$name.asok
log file =
log to stderr = true
[mon]
mon data = $folder/mon
mon initial members = a
[osd]
osd data = $folder/osd
osd objectstore = memstore
memstore device bytes = 4294967296
[client]
rgw data = $folder/rgw
CONF
export CEPH_CONF="$folder/ceph.conf" CEPH_ARGS="--conf $folder/ceph.conf"

monmaptool --create --fsid "$fsid" --addv a "[v2:127.0.0.1:$mon_port]" "$folder/monmap" >"$folder/setup.log"
ceph-mon -i a --mkfs --monmap "$folder/monmap" >>"$folder/setup.log" 2>&1
start mon ceph-mon -i a -f
wait_for 'The monitor' timeout 10 ceph --connect-timeout 5 osd dump
ceph osd create >>"$folder/setup.log" 2>&1
ceph-osd -i 0 --mkfs >>"$folder/setup.log" 2>&1
start osd ceph-osd -i 0 -f
wait_for 'The object store' bash -c 'ceph --connect-timeout 5 osd stat | grep -q "1 up"'

export S3_TEST_ENDPOINT="http://127.0.0.1:$rgw_port"
export S3_TEST_ACCESS_KEY_ID=conformance
export S3_TEST_SECRET_ACCESS_KEY="$fsid"
start rgw radosgw -f --name client.rgw.a --rgw-frontends "beast endpoint=127.0.0.1:$rgw_port"
wait_for 'The gateway' bash -c "exec 3<>/dev/tcp/127.0.0.1/$rgw_port"
radosgw-admin user create --uid conformance --display-name Conformance \
  --access-key "$S3_TEST_ACCESS_KEY_ID" --secret-key "$S3_TEST_SECRET_ACCESS_KEY" >>"$folder/setup.log" 2>&1

for name in S3_TEST_ENDPOINT S3_TEST_ACCESS_KEY_ID S3_TEST_SECRET_ACCESS_KEY; do echo "export $name=${!name}"; done
if (($# > 0)); then
  "$@"
else
  wait "${daemons[@]}"
fi
