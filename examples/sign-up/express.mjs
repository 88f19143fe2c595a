import express from 'express'
import { refusalOf } from './refusal.mjs'

const app = express()

app.post('/sign-up', express.urlencoded(), async (request, response) => {
  const refusal = await refusalOf(request.body?.email ?? '')
  if (refusal) return response.status(422).type('text').send(refusal)
  // Create the account here.
  response.type('text').send('Welcome!')
})

app.listen(Number(process.env.PORT ?? 8000), '127.0.0.1')
