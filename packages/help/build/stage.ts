// Copies the documents into one folder as VitePress wants them: each under its address, with links between documents turned into links
// between pages. A link to a file that is no page, such as a source file, becomes its text: the site works without the repository.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { HOME, PAGES } from '../pages.ts'

const PATHS = new Map([[HOME, 'index'], ...PAGES.map(({ source, path }) => [source, path] as const)])
const TITLES = new Map(PAGES.map(({ source, title }) => [source, title]))
/** A picture of the light theme. One of the dark theme is beside it. */
const LIGHT = '-light.png'
const IS_PICTURE = /\.(?:png|svg)$/

/** Returns the broken links it found, each with its document. */
export function stage(root: string, folder: string): string[] {
  const broken: string[] = []
  for (const [source, path] of PATHS) {
    const file = join(folder, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    const rewritten = rewriteLinks(withTitle(source, readFileSync(join(root, source), 'utf8')), (target) => {
      const [name = '', fragment] = target.split('#')
      const linked = name === '' ? source : posix.join(posix.dirname(source), name)
      if (!existsSync(join(root, linked))) broken.push(`${source}: ${target}`)
      if (IS_PICTURE.test(linked)) return copyPicture(root, folder, linked)
      const page = PATHS.get(linked)
      return page && `/${page}${fragment ? `#${fragment}` : ''}`
    })
    // The server for development reloads each page that is written.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== rewritten) writeFileSync(file, rewritten)
  }
  return broken
}

/** The README of a package has the package's name as its title. Readers of the site look for the title in the sidebar. */
function withTitle(source: string, markdown: string): string {
  const title = basename(source) === 'README.md' ? TITLES.get(source) : undefined
  return title ? markdown.replace(/^# .*$/m, `# ${title}`) : markdown
}

/** VitePress bundles pictures; one folder holds them all. */
function copyPicture(root: string, folder: string, source: string): string {
  mkdirSync(join(folder, 'pictures'), { recursive: true })
  copyFileSync(join(root, source), join(folder, 'pictures', basename(source)))
  return `/pictures/${basename(source)}`
}

/** Markdown links outside code. `resolve` returns the new target, or undefined where only the text remains. */
function rewriteLinks(markdown: string, resolve: (target: string) => string | undefined): string {
  const parts = markdown.split(/(^```[\s\S]*?^```$|`[^`\n]*`(?!\]))/m)
  return parts.map((part, index) => (index % 2 === 1 ? part : rewriteText(part, resolve))).join('')
}

function rewriteText(text: string, resolve: (target: string) => string | undefined): string {
  return text.replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (whole, bang, label, target) => {
    if (/^[a-z]+:|^\//.test(target)) return whole
    const found = resolve(target)
    const rewritten = bang ? label : rewriteText(label, resolve)
    if (found === undefined) return rewritten
    const dark = bang && target.endsWith(LIGHT) ? resolve(target.replace(LIGHT, '-dark.png')) : undefined
    if (dark) return `![${rewritten}](${found}){.light-only} ![${rewritten}](${dark}){.dark-only}`
    return `${bang}[${rewritten}](${found})`
  })
}
