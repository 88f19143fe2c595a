// The floor that bench:http compares with: Fastify, one route, a constant body, asked the same requests.
import process from 'node:process'
import Fastify from 'fastify'

process.once('message', async (body: string) => {
  const app = Fastify({ logger: false })
  app.get('/v1/emails/validate', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  process.send!(port)
})
