// Automatic replies of people and their programs (RFC 3834): never reports. An empty return path proves nothing, because out-of-office replies have it, too.
import type { Parts } from './report.ts'

/** How mail programs begin the subject of an absence notice. */
const SUBJECTS =
  /^(?:re: ?|aw: ?)?\W{0,3}(?:auto(?:matic|mated)?[ -]?(?:repl|respon|antwort)|out[ -]of[ -](?:the[ -])?office|ooo\b|vacation|away from|on (?:leave|vacation|holiday)|i(?:'m| am) (?:away|out)|abwesen|automatische antwort|urlaub|au(?:ß|ss)er haus|r[ée]ponse automatique|absen[ct]|en cong[ée]|respuesta autom|fuera de (?:la )?oficina|ausen[ct]|resposta autom|fora d[oe] escrit|f[ée]rias|risposta automatica|fuori (?:sede|ufficio)|assen(?:te|za)|automatisch antwoord|afwezig|autosvar|automatiskt svar|fr[åa]nvar|automatyczna odpowied|nieobecn|automatick[áa] odpov|automaattinen|自動(?:返信|応答)|不在|自动(?:回复|答复)|автоответ|автоматический ответ|otomatik yan)/iu

export function isAutomaticReply({ headers, status, feedback }: Parts): boolean {
  // A machine-readable part is a report, whatever else the header says: Postfix marks its reports as auto-replied.
  if (status !== undefined || feedback !== undefined) return false
  const value = (name: string) => headers.get(name)?.trim().toLowerCase() ?? ''
  if (SUBJECTS.test(headers.get('subject')?.trim() ?? '')) return true
  if (
    ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-vacation', 'x-mail-autoreply'].some((name) =>
      headers.has(name),
    )
  )
    return true
  if (/^(?:auto_reply|auto-reply)$/.test(value('precedence')) || value('x-precedence') === 'auto_reply') return true
  if (value('x-auto-response-suppress') !== '' && value('auto-submitted') === 'auto-generated (rejected)') return true
  // Exim and Gmail mark their notices as auto-replied, too, and name the failed recipients in the header.
  return /^auto-(?:replied|notified)/.test(value('auto-submitted')) && !headers.has('x-failed-recipients')
}
