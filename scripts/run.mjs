// Runs one of our TypeScript programs: node scripts/run.mjs <file> [arguments]
// Plain JavaScript, because an older Node cannot even read the TypeScript files it would have to complain about.
import module from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `Mailsift needs Node 24 or later and this is ${process.version}. Run it through npm (npm start), which brings its own ` +
      'Node on Linux and Windows after npm ci; on other systems install Node 24.',
  )
  process.exit(1)
}
// Before anything is loaded: later starts then skip compiling and stripping types.
module.enableCompileCache()
const [file] = process.argv.splice(2, 1)
process.argv[1] = resolve(file)
await import(pathToFileURL(process.argv[1]).href)
