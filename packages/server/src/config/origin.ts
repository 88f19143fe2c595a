import { readPrivateFile } from '../platform/data-folder/folder.ts'
import { publicOrigin, readConfig } from './config.ts'

/**
 * The address of the service for a command beside it: BASE_URL, else what the running service wrote into its data folder, because a
 * command need not be given the PORT and HOST that the service was started with.
 */
export async function findOrigin(environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment)
  const running = environment.BASE_URL ? undefined : await readPrivateFile(config.dataDir, 'address')
  return running ?? publicOrigin(config)
}
