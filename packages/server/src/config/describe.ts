// The settings for people to read: those in force, and all there are.
import { type Config, readConfig } from './config.ts'
import type { Setting } from './setting.ts'
import { SECTIONS, SETTINGS } from './settings.ts'

type Described = { name: string; value: string; help: string; isDefault: boolean }

/** The effective settings for people to read, secrets masked. `generated` ones are shown as the operator left them: with their defaults. */
export function describeConfig(config: Config, generated: readonly string[] = []): Described[] {
  const fresh = readConfig({})
  return (Object.entries(SETTINGS) as [keyof Config, Setting<unknown>][]).map(([key, { name, help, secret }]) => {
    const value = (generated.includes(name) ? fresh : config)[key]
    const isDefault = String(value) === String(fresh[key])
    return {
      name,
      value: secret && !isDefault ? '(set, not shown)' : withoutCredentials(asTyped(value)),
      help,
      isDefault,
    }
  })
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
