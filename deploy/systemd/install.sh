#!/bin/sh
# Installs this checkout as a service of systemd, or updates one:
#   sudo deploy/systemd/install.sh
# With DESTDIR, files are laid out below that folder, and neither users nor services are touched: for packages and tests.
set -eu
cd "$(dirname "$0")/../.."
destination=${DESTDIR:-}/opt/mailsift

if [ -z "${DESTDIR:-}" ]; then
  id mailsift >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/mailsift --no-create-home --shell /usr/sbin/nologin mailsift
fi
rm -rf "$destination.new"
mkdir -p "$destination.new"
# Only what is committed: no data folder, no tests' leftovers. A release archive has no repository and holds nothing else.
if [ -e .git ]; then
  git archive HEAD | tar -x -C "$destination.new"
else
  tar -c --exclude=./data --exclude=node_modules --exclude=.bundles . | tar -x -C "$destination.new"
fi
# The service's user cannot write here, so the bundle is made now.
(cd "$destination.new" && npm ci --omit=dev && npm run bundle)
chmod -R go-w,go+rX "$destination.new"
rm -rf "$destination.old"
[ ! -d "$destination" ] || mv "$destination" "$destination.old"
mv "$destination.new" "$destination"

for unit in mailsift.service mailsift-backup.service mailsift-backup.timer; do
  install -D -m 0644 "deploy/systemd/$unit" "${DESTDIR:-}/etc/systemd/system/$unit"
done
install -D -m 0755 deploy/systemd/mailsift-admin "${DESTDIR:-}/usr/local/bin/mailsift-admin"
install -d -m 0700 "${DESTDIR:-}/var/backups/mailsift"
settings=${DESTDIR:-}/etc/mailsift/mailsift.env
if [ ! -e "$settings" ]; then
  install -d -m 0750 "$(dirname "$settings")"
  printf '# One setting a line, as docs/configuration.md lists them, such as\n# BASE_URL=https://mail.contoso.com/v1\n' >"$settings"
  chmod 0640 "$settings"
fi
if [ -z "${DESTDIR:-}" ]; then
  # Commands of the administration read the settings as the service's user.
  chgrp -R mailsift "$(dirname "$settings")"
  chown mailsift:mailsift /var/backups/mailsift
  systemctl daemon-reload
  systemctl enable mailsift.service
  systemctl restart mailsift.service
  rm -rf "$destination.old"
  echo 'Mailsift runs. See: systemctl status mailsift, journalctl -u mailsift'
  echo 'First sign-in:  sudo mailsift-admin sign-in-link'
  echo 'Daily backups:  sudo systemctl enable --now mailsift-backup.timer'
fi
