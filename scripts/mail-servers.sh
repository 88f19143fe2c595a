#!/usr/bin/env bash
# Unpacks Debian's mail servers side by side, because their packages exclude one another:
#
#   scripts/mail-servers.sh FOLDER
#
# The tests of probes and of mail run them from there (packages/server/test/stand-ins/mail-server.ts). Nothing is installed. Exits with 3 where the packages
# cannot be had.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
servers=(postfix exim4-daemon-light opensmtpd postgrey dovecot-core dovecot-imapd)

command -v apt-get >/dev/null && command -v dpkg >/dev/null || exit 3
for package in "${servers[@]}"; do
  [ ! -d "$folder/$package" ] || continue
  work=$(mktemp -d "$folder/.unpack-XXXXXX")
  # With the libraries that Debian's other packages do not bring.
  wanted=("$package")
  case $package in
    exim4-daemon-light) wanted+=(libidn12) ;;
    dovecot-core) wanted+=(libexttextcat-2.0-0 libexttextcat-data liblua5.4-0 libwrap0 libstemmer0d libsodium23 libtirpc3 libunwind8) ;;
    postgrey) wanted+=(libberkeleydb-perl libnetaddr-ip-perl libnet-dns-perl libnet-server-perl libio-multiplex-perl) ;;
  esac
  (cd "$work" && apt-get download "${wanted[@]}" >/dev/null 2>&1) || { rm -r "$work"; exit 3; }
  for archive in "$work"/*.deb; do dpkg -x "$archive" "$work/root"; done
  # Debian's /lib is a link to /usr/lib; a folder of this name would hide it.
  if [ -d "$work/root/lib" ]; then
    mkdir -p "$work/root/usr/lib"
    cp -a "$work/root/lib/." "$work/root/usr/lib/"
    rm -r "$work/root/lib"
  fi
  mv "$work/root" "$folder/$package"
  rm -r "$work"
done
