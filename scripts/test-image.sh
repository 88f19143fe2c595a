#!/usr/bin/env bash
# Builds the image of the Dockerfile without a daemon and runs its file system as its user, read-only, the program as process 1.
#
#   scripts/test-image.sh [--install]
#
# The two base images are made by mmdebstrap, so nothing is pulled. With --install, missing Debian packages are installed; without it
# nothing is. 3 means that this machine cannot do it: programs are missing, or it is not run as root.
set -euo pipefail
cd "$(dirname "$0")/.."

largest_mb=390
programs=(buildah mmdebstrap unshare curl)
missing() {
  local program
  for program in "${programs[@]}"; do command -v "$program" >/dev/null || return 0; done
  return 1
}
if [[ ${1:-} == --install ]] && missing; then
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah mmdebstrap curl util-linux >&2 || exit 3
fi
if missing; then
  echo "Not all of ${programs[*]} are installed." >&2
  exit 3
fi
if [[ $(id -u) != 0 ]] || ! unshare --mount --pid --fork true 2>/dev/null; then
  echo "Building and running the image needs root and namespaces." >&2
  exit 3
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/mailsift-image.XXXXXX")
init=
stop() {
  [[ -z $init ]] || kill -9 "$init" 2>/dev/null || true
  b rm --all >/dev/null 2>&1 || true
  umount "$folder"/store/overlay 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT TERM
trap 'echo "Line $LINENO failed." >&2; tail -20 "$folder/run.log" >&2 2>/dev/null || true' ERR

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
store=(--root "$folder/store" --runroot "$folder/run")
b() { buildah "${store[@]}" "$@"; }

echo "Making the base images."
# IMAGE_BASE names a file system that was made before, to save the time.
if [[ -n ${IMAGE_BASE:-} ]]; then cp "$IMAGE_BASE" "$folder/base.tar"; else
  sources=()
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do [[ -s $file ]] && sources+=("$file"); done
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  # As debian:bookworm-slim: merged from the start, without the package that would merge it and brings all of Perl.
  pin='printf "Package: usrmerge\nPin: release *\nPin-Priority: -1\n" >"$1/etc/apt/preferences.d/usrmerge"'
  mmdebstrap --quiet --variant=essential --aptopt='APT::Install-Recommends "false"' --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --setup-hook="$pin" --include=passwd,libstdc++6 --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' "$suite" "$folder/base.tar" "${sources[@]}" 2>"$folder/mmdebstrap.log" ||
    { cat "$folder/mmdebstrap.log" >&2; exit 3; }
fi
image_of() { # image_of <name> <tar>…
  local name=$1 container tar
  shift
  container=$(b from scratch)
  for tar in "$@"; do b add --quiet "$container" "$tar" / >/dev/null; done
  b commit --quiet --rm "$container" "localhost/$name" >/dev/null
}
# The Node that npm brought here, which needs no library that the base lacks, and this machine's npm, for the stage that only builds.
node=$(readlink -f "node_modules/.bin/node")
npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
tar -cf "$folder/node.tar" --transform 's,^.*/node$,usr/bin/node,' -C / "${node#/}"
tar -cf "$folder/npm.tar" --transform 's,^npm,usr/lib/node_modules/npm,' -C "$(dirname "$npm_folder")" npm
mkdir -p "$folder/links/usr/bin"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/links/usr/bin/npm"
tar -cf "$folder/links.tar" -C "$folder/links" .
image_of base "$folder/base.tar"
image_of node "$folder/base.tar" "$folder/node.tar" "$folder/npm.tar" "$folder/links.tar"

echo "Building the image."
# npm in the image reaches its registry as npm here does, and takes from its cache what is there.
{
  cat "$(npm config get userconfig)" 2>/dev/null || true
  for name in registry cafile https-proxy; do
    value=$(npm config get $name)
    [[ $value == null ]] || echo "$name=$value"
  done
  echo prefer-offline=true
} >"$folder/npmrc"
mounts=(--volume "$folder/npmrc:/root/.npmrc:ro" --volume "$(npm config get cache):/root/.npm")
[[ ! -d /etc/ssl/certs ]] || mounts+=(--volume /etc/ssl/certs:/etc/ssl/certs:ro)
b build --quiet --format docker --pull-never --build-arg NODE_IMAGE=localhost/node --build-arg BASE_IMAGE=localhost/base "${mounts[@]}" \
  --tag localhost/mailsift . >"$folder/build.log" 2>&1 || { tail -40 "$folder/build.log" >&2; exit 1; }

# The base of this test is Debian's own; the size is of what the image holds, whatever layers it came in.
container=$(b from --pull-never localhost/mailsift)
root=$(b mount "$container")
size=$(du -sm --apparent-size "$root" | cut -f1)
echo "The image has $size MB."
((size <= largest_mb)) || { echo "That is more than $largest_mb MB." >&2; exit 1; }
inspect() { b inspect --type image --format "$1" localhost/mailsift; }
[[ $(inspect '{{.OCIv1.Config.User}}') == 10001:10001 ]]
[[ $(inspect '{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}') == '[node scripts/run.mjs] [packages/server/src/main.ts]' ]]

echo "Running it as user 10001 on a read-only file system."
port=$((20000 + RANDOM % 10000))
mkdir "$folder/data"
chown 10001:10001 "$folder/data"
chmod 700 "$folder/data"
mapfile -t environment < <(inspect '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' | sed '/^$/d')
export root folder
unshare --mount --pid --fork --kill-child bash -euc '
  mount --bind "$root" "$root"
  mount --bind "$folder/data" "$root/data"
  mount -t proc proc "$root/proc"
  mount -t tmpfs tmpfs "$root/tmp"
  mount --rbind /dev "$root/dev"
  mount -o remount,ro,bind "$root"
  exec chroot --userspec=10001:10001 "$root" /usr/bin/env -i --chdir=/app "$@"
' bash "${environment[@]}" PORT=$port WORKERS=1 DNS_SERVERS=127.0.0.1:9 DNS_CANARIES=off REGISTRY_LOOKUPS=off ENRICHMENT=off LIST_REFRESH=off \
  node scripts/run.mjs packages/server/src/main.ts >"$folder/run.log" 2>&1 &
unshared=$!
for ((try = 0; try < 1500; try++)); do
  ! curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1 || break
  kill -0 $unshared 2>/dev/null || { cat "$folder/run.log" >&2; exit 1; }
  sleep 0.2
done
init=$(pgrep --parent $unshared)
[[ $(stat -c %u "/proc/$init") == 10001 ]]

inside() { nsenter --target "$init" --mount --pid chroot --userspec=10001:10001 "$root" /usr/bin/env -i --chdir=/app "${environment[@]}" PORT=$port "$@"; }
inside node deploy/image/healthcheck.mjs
inside mailsift-admin users list | grep owner@mailsift.internal >/dev/null
link=$(inside mailsift-admin sign-in-link 2>/dev/null)
curl -fsS -o /dev/null --json "{\"secret\":\"${link#*#sign-in=}\"}" "http://127.0.0.1:$port/account/sign-in-link"
if inside touch /app/written 2>/dev/null; then echo "It can change its own code." >&2; exit 1; fi
token=$(cat "$folder/data/token")
curl -fsS -H "SERVICE-EMAIL-API-TOKEN: $token" "http://127.0.0.1:$port/v1/emails/validate?email=jane.doe@contoso.com" | grep '"normalized":"jane.doe@contoso.com"' >/dev/null

echo "Stopping it by SIGTERM to process 1."
kill -TERM "$init"
status=0
wait $unshared || status=$?
init=
[[ $status == 0 ]] || { echo "It ended with $status." >&2; cat "$folder/run.log" >&2; exit 1; }
grep -q 'stopping: waiting for running requests and tasks' "$folder/run.log"
[[ ! -e $folder/data/postgres/pgdata/postmaster.pid ]]
if pgrep --uid 10001 >/dev/null; then echo "Processes were left behind." >&2; exit 1; fi
echo "The image builds, runs and stops: 7 passed, 0 failed"
