// A letter as text and as HTML with the same words. The HTML has no images, no script, no styles from elsewhere and one link.

export type Letter = {
  subject: string
  paragraphs: readonly string[]
  /** Shown line by line. */
  facts?: Readonly<Record<string, string>>
  button?: { label: string; link: string }
  /** The small print: how long the link works, and what to do with a mail that was not expected. */
  note?: string
}

export type RenderedLetter = { subject: string; text: string; html: string }

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

export function renderLetter({ subject, paragraphs, facts, button, note }: Letter, origin: string): RenderedLetter {
  const sender = `Sent by the Mailsift service at ${origin}`
  const text = [
    ...paragraphs,
    ...(facts ? [linesOf(facts).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...(note ? [note] : []),
    `-- \n${sender}`,
  ]
  return {
    subject: oneLine(subject),
    text: `${text.join('\n\n')}\n`,
    html: toHtml({ subject, paragraphs, facts, button, note }, sender),
  }
}

const linesOf = (facts: Readonly<Record<string, string>>) =>
  Object.entries(facts).map(([name, value]) => `${name}: ${value}`)

function toHtml({ subject, paragraphs, facts, button, note }: Letter, sender: string): string {
  const link = button && escaped(button.link)
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;${FONT};font-size:16px;line-height:1.5">`,
    '<div style="max-width:520px;margin:0 auto">',
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`),
    ...(facts ? [`<p style="margin:0 0 16px">${linesOf(facts).map(escaped).join('<br>')}</p>`] : []),
    ...(button
      ? [
          `<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escaped(button.label)}</a></p>`,
          `<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere">Or open this link: ${link}</p>`,
        ]
      : []),
    ...(note ? [`<p style="margin:0 0 16px;font-size:14px">${escaped(note)}</p>`] : []),
    `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #8888;font-size:13px">${escaped(sender)}</p>`,
    '</div></body></html>',
    '',
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
