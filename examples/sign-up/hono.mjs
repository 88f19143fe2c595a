import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { refusalOf } from './refusal.mjs'

const app = new Hono()

app.post('/sign-up', async (context) => {
  const { email } = await context.req.parseBody()
  const refusal = await refusalOf(String(email ?? ''))
  if (refusal) return context.text(refusal, 422)
  // Create the account here.
  return context.text('Welcome!')
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 8000), hostname: '127.0.0.1' })
