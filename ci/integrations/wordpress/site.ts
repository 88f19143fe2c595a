// A WordPress for one test: Debian's files in a folder, its database in a MariaDB of the test, both on loopback, with PHP's own server.
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../../../packages/server/test/support/program.ts'
import { eventually } from '../../../scripts/eventually.ts'
import { type ChildProcess, execFile, spawn } from '../../../scripts/testing/programs.ts'

const run = promisify(execFile)
const PLUGIN = fileURLToPath(new URL('../../../integrations/wordpress/mailsift', import.meta.url))
const DEBIAN = '/usr/share/wordpress'
export const PASSWORD = 'correct horse battery staple'

export type Site = {
  origin: string
  /** Runs PHP with WordPress loaded, and returns what it prints. */
  php(code: string): Promise<string>
  /** The notices and warnings of PHP so far. Those of WordPress 6.1 itself on PHP 8.2 are many. */
  log(): Promise<string>
  /** Runs the events of WP-Cron that are due. */
  cron(): Promise<void>
  stop(): Promise<void>
}

export async function startSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-wordpress-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const port = await startMariaDb(folder, children)
    return { ...(await startWordPress(folder, port, children)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

async function startMariaDb(folder: string, children: ChildProcess[]): Promise<number> {
  const data = join(folder, 'mariadb')
  const user = `--user=${process.env.USER ?? 'root'}`
  const common = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [user])]
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'])
  const port = await freePort()
  const socket = join(folder, 'mariadb.sock')
  const args = [...common, `--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve']
  children.push(spawn('mariadbd', [...args, '--innodb-flush-log-at-trx-commit=0'], { stdio: 'ignore' }))
  const create =
    "CREATE DATABASE wordpress; CREATE USER wordpress@127.0.0.1 IDENTIFIED BY 'wordpress'; GRANT ALL ON wordpress.* TO wordpress@127.0.0.1"
  const args2 = ['--no-defaults', `--socket=${socket}`, '--user=root', '-e']
  await eventually(() =>
    run('mariadb', [...args2, 'SELECT 1']).then(
      () => true,
      () => false,
    ),
  )
  await run('mariadb', [...args2, create])
  return port
}

async function startWordPress(folder: string, database: number, children: ChildProcess[]): Promise<Omit<Site, 'stop'>> {
  const root = join(folder, 'site')
  await cp(DEBIAN, root, { recursive: true, dereference: true })
  const content = join(root, 'wp-content')
  await cp(PLUGIN, join(content, 'plugins/mailsift'), { recursive: true })
  await mkdir(join(content, 'mu-plugins'), { recursive: true })
  await writeFile(join(content, 'mu-plugins/test.php'), PATIENT)
  await mkdir(join(content, 'themes/plain'), { recursive: true })
  await writeFile(join(content, 'themes/plain/style.css'), '/* Theme Name: Plain */\n')
  await writeFile(join(content, 'themes/plain/index.php'), THEME)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  await writeFile(join(root, 'wp-config.php'), configOf(database, origin))
  await writeFile(join(folder, 'router.php'), ROUTER)
  children.push(
    spawn('php', ['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, '-t', root, join(folder, 'router.php')], {
      // Requests of one page are served side by side.
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
      stdio: 'ignore',
    }),
  )
  const php = async (code: string) => {
    const load = `$_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; require '${root}/wp-load.php';`
    const { stdout } = await run('php', ['-d', 'display_errors=0', '-r', `${load} ${code}`], {
      maxBuffer: 2 ** 24,
    }).catch((error) => {
      throw new Error(`${error.stdout}\n${error.stderr}`)
    })
    return stdout
  }
  await run('php', ['-r', `define('WP_INSTALLING', true); require '${root}/wp-load.php'; ${INSTALL}`])
  await eventually(async () => (await fetch(`${origin}/wp-login.php`).catch(() => undefined))?.ok)
  return {
    origin,
    php,
    log: () => readFile(join(root, 'debug.log'), 'utf8').catch(() => ''),
    async cron() {
      const answer = await fetch(`${origin}/wp-cron.php`)
      await answer.text()
    },
  }
}

/** No mail leaves the test. On a busy machine a response may take longer than the limit of the plugin, unless the test is about it. */
const PATIENT = `<?php
add_filter( 'pre_wp_mail', '__return_true' );
add_filter( 'http_request_args', fn ( $args ) => get_option( 'impatient' ) ? $args : array( 'timeout' => 120 ) + $args );
`

const INSTALL = `
  require_once ABSPATH . 'wp-admin/includes/upgrade.php';
  require_once ABSPATH . 'wp-admin/includes/plugin.php';
  wp_install('Example', 'admin', 'admin@contoso.com', true, '', '${PASSWORD}');
  update_option('users_can_register', 1);
  update_option('show_avatars', 0);
  update_option('comment_moderation', 0);
  update_option('comment_previously_approved', 0);
  update_option('template', 'plain');
  update_option('stylesheet', 'plain');
  $activated = activate_plugin('mailsift/mailsift.php');
  if (is_wp_error($activated)) { fwrite(STDERR, $activated->get_error_message()); exit(1); }
`

const THEME = `<!DOCTYPE html><html><head><?php wp_head(); ?></head><body>
<?php while (have_posts()) { the_post(); the_title('<h1>', '</h1>'); comment_form(); } wp_footer(); ?></body></html>
`

const ROUTER = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if (is_file($file) || is_file(rtrim($file, '/') . '/index.php')) { return false; }
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
`

const configOf = (port: number, origin: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'wordpress');
define('DB_PASSWORD', 'wordpress');
define('DB_HOST', '127.0.0.1:${port}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (array('AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT') as $name) {
  define($name, "a value for tests of $name");
}
define('WP_HOME', '${origin}');
define('WP_SITEURL', '${origin}');
define('WP_CONTENT_DIR', __DIR__ . '/wp-content');
define('DISABLE_WP_CRON', true);
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', __DIR__ . '/debug.log');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1');
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) { define('ABSPATH', __DIR__ . '/'); }
require_once ABSPATH . 'wp-settings.php';
`
