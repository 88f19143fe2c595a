// Has something to tell when its supervisor is gone.
import process from 'node:process'
import { tell } from '../../src/process/supervised.ts'

process.disconnect()
tell({ ready: true })
