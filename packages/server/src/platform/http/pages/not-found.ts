// The page for an address that does not exist, for people: programs get a problem (RFC 9457).
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers name HTML when a person opens an address; programs accept JSON or anything. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /(?:^|[,\s])text\/html\b/i.test(headers.accept ?? '')

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f4f5f8,#0c0f13);color:light-dark(#14171c,#e8ebef)}
main{box-sizing:border-box;width:min(28rem,100% - 2rem);padding:2rem;border:1px solid light-dark(#e2e5ea,#262b33);border-radius:12px;background:light-dark(#fff,#13171c)}
h1{margin:0 0 .5rem;font-size:1.5rem}
p{margin:0 0 1.25rem;color:light-dark(#525b68,#a0a9b5)}
ul{margin:0;padding:0;list-style:none;display:grid;gap:.5rem}
a{display:block;padding:.6rem .9rem;border:1px solid light-dark(#e2e5ea,#2b313a);border-radius:8px;color:light-dark(#2450c8,#8fb0ff);text-decoration:none}
a:hover,a:focus-visible{background:light-dark(#f0f3fa,#1b2129)}
a:focus-visible{outline:2px solid currentColor}`

const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** `base`: the path below which the service is reached. */
export function sendNotFoundPage(reply: FastifyReply, base: string): FastifyReply {
  return reply
    .code(404)
    .headers({ 'content-security-policy': POLICY, vary: 'accept' })
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(pageOf(base))
}

const pageOf = (base: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Page not found · Mailsift</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>The URL may be mistyped, or the page was moved.</p>
<ul>
<li><a href="${base}/">Open the console</a></li>
<li><a href="${base}/help/">Read the documentation</a></li>
<li><a href="${base}/docs">API reference</a></li>
</ul>
</main>
</body>
</html>
`
