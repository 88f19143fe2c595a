import process from 'node:process'
import { run } from './run.ts'

// npm runs scripts in the root of the repository; file names are meant from where the user stands.
const { npm_lifecycle_event: script, INIT_CWD: userFolder } = process.env
if (script === 'mailsift' && userFolder) process.chdir(userFolder)

process.exitCode = await run(process.argv.slice(2), process)
