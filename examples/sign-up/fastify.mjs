import Fastify from 'fastify'
import { refusalOf } from './refusal.mjs'

const app = Fastify()

app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request, body) =>
  Object.fromEntries(new URLSearchParams(body)),
)

app.post('/sign-up', async (request, reply) => {
  const refusal = await refusalOf(request.body?.email ?? '')
  if (refusal) return reply.code(422).send(refusal)
  // Create the account here.
  return 'Welcome!'
})

await app.listen({ port: Number(process.env.PORT ?? 8000), host: '127.0.0.1' })
