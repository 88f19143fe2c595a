import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))
