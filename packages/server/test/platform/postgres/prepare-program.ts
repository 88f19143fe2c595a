// Prepares a database into the file that it is told.
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { prepareCluster } from '../../../build/prepare-cluster.ts'

await prepareCluster(pathToFileURL(process.argv[2]!))
