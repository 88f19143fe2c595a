// npm run -s release:notes -- 0.1.0: the section of the changelog about a version, for the page of its release.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`${version}\n`))
  if (!section) throw new Error(`CHANGELOG.md has no section "## ${version}".`)
  return `${section.slice(version.length).trim()}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [version] = process.argv.slice(2)
  if (!version) {
    console.error('Usage: npm run -s release:notes -- <version>')
    process.exit(2)
  }
  process.stdout.write(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version))
}
