// Namespaces of Linux. A second container on the same machine, as far as the kernel is concerned: other processes, sockets and memory, the same files.
import { spawnSync } from '../../../../scripts/testing/programs.ts'

const CONTAINER = ['unshare', '--net', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
const ROOTLESS = [...CONTAINER.slice(0, 1), '--user', '--map-current-user', ...CONTAINER.slice(1)]

function isAllowed(command: readonly string[]): boolean {
  return spawnSync(command[0]!, [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0
}

function allowedOf(commands: readonly (readonly string[])[]): readonly string[] {
  const allowed = commands.find(isAllowed)
  if (allowed) return allowed
  throw new Error('This test needs namespaces of Linux, which are forbidden here. Root may create them.')
}

/** The prefix of a command that then runs as in another container. */
export const inContainer = () => allowedOf([CONTAINER, ROOTLESS])

const NETWORK = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const ROOTLESS_NETWORK = [...NETWORK.slice(0, 1), '--user', '--map-current-user', '--keep-caps', ...NETWORK.slice(1)]

/** The prefix of a command that then has loopback as its only network. */
export const withoutNetwork = () => allowedOf([NETWORK, ROOTLESS_NETWORK])

/** The prefix of a command that then may mount file systems, which only its own processes see. */
export const inMounts = () =>
  allowedOf([
    ['unshare', '--mount'],
    ['unshare', '--user', '--map-root-user', '--mount'],
  ])

/** The prefix of a command that then has the network of a process that was started by `withoutNetwork`. */
export function inNetworkOf(pid: number): readonly string[] {
  const rootless = withoutNetwork() === ROOTLESS_NETWORK ? ['--user', '--preserve-credentials'] : []
  return ['nsenter', '--target', String(pid), ...rootless, '--net']
}
