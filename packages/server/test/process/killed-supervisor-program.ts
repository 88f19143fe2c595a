// A supervisor that is killed with messages of its child unread, and the child, which then has more to tell.
import process from 'node:process'
import { fork } from '../../../../scripts/testing/programs.ts'
import { tell } from '../../src/process/supervised.ts'

if (process.send === undefined) {
  fork(new URL(import.meta.url), { stdio: 'inherit' })
} else {
  process.on('exit', (code) => console.log(`The child ended with ${code}.`))
  const supervisor = process.ppid
  process.kill(supervisor, 'SIGSTOP')
  tell({ ready: true })
  process.kill(supervisor, 'SIGKILL')
  // Without a turn of the event loop, so that the end of the channel is not seen yet.
  while (process.ppid === supervisor);
  tell({ ready: true })
}
