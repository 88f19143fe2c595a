export { randomUUIDv7 as uuidv7 } from 'node:crypto'
