export { createHttpHandler, type HttpHandler } from './http.ts'
export { createServer, type Offer } from './server.ts'
export { type Call, type CleanCsv, type Cleaned, Refusal, type Service } from './service.ts'
export { serveStdio } from './stdio.ts'
