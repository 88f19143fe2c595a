// npm run data:build
import { buildData } from './build-data.ts'

await buildData()
