// What can be known of the plugin without a WordPress.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('../../../integrations/wordpress/mailsift/', import.meta.url))
const sources = globSync('**/*.php', { cwd: FOLDER }).map((path) => ({
  path,
  text: readFileSync(FOLDER + path, 'utf8'),
}))
const template = readFileSync(`${FOLDER}languages/mailsift.pot`, 'utf8')
/** The template breaks long texts into lines. */
const translatable = template.replaceAll('"\n"', '').replaceAll('\\"', '"')

const MESSAGE = /\b(?:__|esc_html__|esc_html_e|esc_attr__)\( '((?:[^'\\]|\\.)*)', '([a-z]+)' \)/g

test('every message can be translated, in the text domain of the plugin', () => {
  const messages = sources.flatMap(({ text }) => [...text.matchAll(MESSAGE)])
  expect(messages.length).toBeGreaterThan(50)
  for (const [, message, domain] of messages) {
    expect(domain).toBe('mailsift')
    expect(translatable).toContain(`msgid "${message}"`)
  }
})

test('no file does anything when it is opened directly', () => {
  for (const { path, text } of sources)
    expect(text, path).toMatch(/^defined\( '(?:ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;$/m)
})

test('the plugin and its readme name the same versions of WordPress and PHP', () => {
  const plugin = readFileSync(`${FOLDER}mailsift.php`, 'utf8')
  const readme = readFileSync(`${FOLDER}readme.txt`, 'utf8')
  for (const name of ['Requires at least', 'Requires PHP']) {
    const version = new RegExp(`^${name}: +(.*)$`, 'm').exec(readme)![1]!
    expect(plugin).toMatch(new RegExp(`^ \\* ${name}: +${version}$`, 'm'))
  }
})
