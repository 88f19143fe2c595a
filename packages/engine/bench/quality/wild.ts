/**
 * Addresses found on the machine this runs on: in npm and Debian packages, beside the name of a person, team or
 * company. They are read and counted but never stored or printed, and no rule is made for a single one of them.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type Contact = {
  readonly address: string
  /** The owner according to the text beside it. */
  readonly name: string
  /** The package or manual page that contains it. */
  readonly about: string
}

const ADDRESS = /[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/
const NAMED = new RegExp(`^[\\s"'(]*([^<>@"()]{2,60}?)[\\s"'(]*<(${ADDRESS.source})>`)

const NPM_FOLDERS = ['node_modules', 'packages/*/node_modules', '/usr/lib/node_modules', '/usr/share/nodejs']
const DEBIAN_DOCUMENTS = '/usr/share/doc/*/'

/** Authors, contributors and maintainers in the descriptions of npm packages. */
export function readNpmContacts(): Contact[] {
  return unique(
    NPM_FOLDERS.flatMap((folder) => globSync(`${folder}/**/package.json`)).flatMap((file) => {
      const { name, author, contributors, maintainers } = readJson(file)
      return [author, contributors, maintainers].flat().map((value) => contactOf(value, String(name)))
    }),
  )
}

/** People in the changelogs of Debian packages, each below the changes. */
export function readDebianAuthors(): Contact[] {
  return unique(
    globSync(`${DEBIAN_DOCUMENTS}changelog*.gz`).flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => line.startsWith(' -- '))
        .map((line) => contactOf(line.slice(4), packageOf(file))),
    ),
  )
}

/** Holders of rights, in the copyright files of Debian packages. */
export function readDebianCopyright(): Contact[] {
  return unique(
    globSync(`${DEBIAN_DOCUMENTS}copyright`).flatMap((file) =>
      read(file)
        .split('\n')
        .map((line) =>
          contactOf(line.replace(/^.*(?:\d{4}|Copyright|copyright|:|\(c\)|\(C\)|©)[\s,:]*/, ''), packageOf(file)),
        ),
    ),
  )
}

/** Maintainers of the installed or available packages: people, and many teams with their lists. */
export function readDebianMaintainers(): Contact[] {
  return unique(
    readPackageIndex()
      .split('\n\n')
      .flatMap((entry) =>
        entry
          .split('\n')
          .filter((line) => /^(?:Original-)?Maintainer: /.test(line))
          .map((line) =>
            contactOf(
              line.slice(line.indexOf(':') + 1),
              entry.replaceAll(/^(?!Package:|Source:).*\n?/gm, '').replaceAll(/^\w+: /gm, ''),
            ),
          ),
      ),
  )
}

/** All packages of the fetched Debian index; without an index, the installed ones. */
function readPackageIndex(): string {
  const { status, stdout } = spawnSync('apt-cache', ['dumpavail'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  return status === 0 && stdout.length > 0 ? stdout : read('/var/lib/dpkg/status')
}

const DOCUMENTS = [
  '/usr/share/doc/*/{README,BUGS,AUTHORS,CONTACT,SECURITY,NEWS,TODO,THANKS}*',
  '/usr/share/man/man*/*.gz',
  ...NPM_FOLDERS.map((folder) => `${folder}/*/{SECURITY,CODE_OF_CONDUCT,CONTRIBUTING,README}.md`),
  ...NPM_FOLDERS.map((folder) => `${folder}/@*/*/{SECURITY,CODE_OF_CONDUCT,CONTRIBUTING,README}.md`),
]
const ASKS_TO_WRITE =
  /report(?:ing|ed)? (?:bugs|security|issues|problems|a |any |to)|bugs? (?:reports?|to)\b|mailing.list|security|vulnerabilit|unacceptable behaviou?r|(?:send|submit) (?:bugs|patches|comments)/i

/**
 * Contact addresses for bugs, security and conduct in readme files, manual pages and policies. The sentence is the
 * name.
 */
export function readDocumentContacts(): Contact[] {
  return unique(
    DOCUMENTS.flatMap((files) => globSync(files)).flatMap((file) => {
      const lines = read(file)
        .replace(/\\f[A-Z]|\\&|\\/g, '')
        .split('\n')
      return lines.flatMap((line, i) => {
        const address = ADDRESS.exec(line)?.[0]
        if (address === undefined) return []
        const name = `${lines[i - 1] ?? ''} ${line.replace(address, '')}`
        return ASKS_TO_WRITE.test(name) ? [{ address, name, about: packageOf(file) }] : []
      })
    }),
  )
}

/** The last translator named in each message catalog. */
export function readTranslators(): Contact[] {
  return unique(
    globSync('/usr/share/locale/*/LC_MESSAGES/*.mo').map((file) =>
      contactOf(/Last-Translator: ([^\n\0]*)/.exec(read(file))?.[1], packageOf(file)),
    ),
  )
}

/**
 * The folder of a package's documents, and the name of the page or catalog: `/usr/share/doc/coreutils/README`,
 * `ls.1.gz`.
 */
function packageOf(file: string): string {
  const [folder, name] = file.split('/').slice(-2)
  return `${folder} ${name!.replace(/\..*/, '')}`
}

function contactOf(value: unknown, about: string): Contact | undefined {
  if (typeof value === 'string') {
    const found = NAMED.exec(value)
    return found === null ? undefined : { name: found[1]!.trim(), address: found[2]!, about }
  }
  const { name, email } = (value ?? {}) as { name?: unknown; email?: unknown }
  return typeof name === 'string' && typeof email === 'string'
    ? { name: name.trim(), address: email.trim(), about }
    : undefined
}

function unique(contacts: readonly (Contact | undefined)[]): Contact[] {
  const byAddress = new Map<string, Contact>()
  for (const contact of contacts) {
    if (contact === undefined || !ADDRESS.test(contact.address)) continue
    const address = contact.address.toLowerCase()
    if (!byAddress.has(address)) byAddress.set(address, { ...contact, address })
  }
  return [...byAddress.values()]
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(read(file)) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** A missing file is empty. */
function read(file: string): string {
  try {
    const bytes = readFileSync(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch {
    return ''
  }
}
