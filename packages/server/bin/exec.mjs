#!/usr/bin/env node
// For Windows alone. `exec` in the scripts of package.json is a word of POSIX shells, by which Node takes the place of the shell and
// gets the signals that npm sends it; cmd.exe does not know the word and finds this file under its name.
process.argv.splice(2, 2)
await import('../../../scripts/run.mjs')
