// Prepares the database that a first start copies. Cheap when it is there: nothing is made then.
import { StartupError } from '../src/platform/fatal.ts'
import { PREPARED_CLUSTER } from '../src/platform/postgres/prepared-cluster.ts'
import { prepareCluster } from './prepare-cluster.ts'

try {
  await prepareCluster(PREPARED_CLUSTER)
} catch (error) {
  // No embedded server for this platform, or no user to run it: the first start says so where it matters. An installation never fails for
  // want of what only saves a second.
  if (!(error instanceof StartupError))
    console.error(
      `No database could be prepared, so the first start makes its own and takes a second longer. ${(error as Error).message}`,
    )
}
