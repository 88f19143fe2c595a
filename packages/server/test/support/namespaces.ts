// A second container on the same machine, as far as the kernel is concerned: other processes, sockets and memory, the same files.
import { spawnSync } from 'node:child_process'

const CONTAINER = ['unshare', '--net', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
const ROOTLESS = [...CONTAINER.slice(0, 1), '--user', '--map-current-user', ...CONTAINER.slice(1)]

function isAllowed(command: readonly string[]): boolean {
  return spawnSync(command[0]!, [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0
}

/** What stands before a command so that it runs as in another container; undefined where the system does not allow it. */
export const inContainer: readonly string[] | undefined = [CONTAINER, ROOTLESS].find(isAllowed)
