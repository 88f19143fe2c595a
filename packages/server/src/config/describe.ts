// The settings for people to read: those in force, and all there are.
import { type Config, readConfig } from './config.ts'
import type { Setting } from './setting.ts'
import { SECTIONS, SETTINGS } from './settings.ts'

/** The effective settings for people to read, secrets masked. */
export function describeConfig(config: Config): { name: string; value: string; help: string; isDefault: boolean }[] {
  const fresh = readConfig({})
  return (Object.entries(SETTINGS) as [keyof Config, Setting<unknown>][]).map(([key, { name, help, secret }]) => ({
    name,
    value: secret && config[key] ? '(set, not shown)' : withoutCredentials(asTyped(config[key])),
    help,
    isDefault: String(config[key]) === String(fresh[key]),
  }))
}

/** An address may carry a name and a password before its host. */
function withoutCredentials(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url?.username && !url?.password) return value
  return `${url.protocol}//(not shown)@${url.host}${url.pathname}${url.search}`
}

/** The sections of docs/configuration.md. */
export function configTables(): string {
  const sections = Object.entries(SECTIONS).map(([title, settings]) => {
    const rows = (Object.values(settings) as Setting<unknown>[]).map(
      ({ name, fallback, shown, help }) => `| \`${name}\` | ${shown ?? `\`${asTyped(fallback)}\``} | ${help} |`,
    )
    return [`## ${title}\n`, '| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
  })
  return sections.join('\n\n')
}

/** As a person would set it. */
function asTyped(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}
