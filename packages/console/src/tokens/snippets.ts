// A first API call in four languages, ready to paste without installing anything.
import { SERVICE_URL } from '../base.ts'

const HEADER = 'SERVICE-EMAIL-API-TOKEN'
const url = (email: string) => `${SERVICE_URL}/v1/emails/validate?email=${encodeURIComponent(email)}`

export const SNIPPETS = {
  curl: (token: string, email: string) => `curl -H '${HEADER}: ${token}' '${url(email)}'`,
  Node: (token: string, email: string) => `node --input-type=module -e "
const answer = await fetch('${url(email)}', {
  headers: { '${HEADER}': '${token}' },
})
console.log(await answer.json())
"`,
  Python: (token: string, email: string) => `python3 -c '
import json, urllib.request
request = urllib.request.Request("${url(email)}",
    headers={"${HEADER}": "${token}"})
print(json.load(urllib.request.urlopen(request)))
'`,
  PHP: (token: string, email: string) => `php -r '
$context = stream_context_create(["http" => ["header" => "${HEADER}: ${token}"]]);
print_r(json_decode(file_get_contents("${url(email)}", false, $context), true));
'`,
} as const
export type Language = keyof typeof SNIPPETS
export const LANGUAGES = Object.keys(SNIPPETS) as Language[]
