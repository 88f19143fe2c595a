// Namespaces of Linux. A second container on the same machine, as far as the kernel is concerned: other processes, sockets and memory, the same files.
import { spawnSync } from 'node:child_process'

const CONTAINER = ['unshare', '--net', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
const ROOTLESS = [...CONTAINER.slice(0, 1), '--user', '--map-current-user', ...CONTAINER.slice(1)]

function isAllowed(command: readonly string[]): boolean {
  return spawnSync(command[0]!, [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0
}

/** The words before a command that make it run as in another container; undefined where the system does not allow it. */
export const inContainer: readonly string[] | undefined = [CONTAINER, ROOTLESS].find(isAllowed)

const NETWORK = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
const ROOTLESS_NETWORK = [...NETWORK.slice(0, 1), '--user', '--map-current-user', '--keep-caps', ...NETWORK.slice(1)]

/** The prefix of a command that then has loopback as its only network; undefined where the system forbids it. */
export const withoutNetwork: readonly string[] | undefined = [NETWORK, ROOTLESS_NETWORK].find(isAllowed)
export const NO_NAMESPACES = 'network namespaces are forbidden here'

/** The prefix of a command that then has the network of a process that was started by `withoutNetwork`. */
export function inNetworkOf(pid: number): readonly string[] {
  const rootless = withoutNetwork === ROOTLESS_NETWORK ? ['--user', '--preserve-credentials'] : []
  return ['nsenter', '--target', String(pid), ...rootless, '--net']
}
