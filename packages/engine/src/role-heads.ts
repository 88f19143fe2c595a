/**
 * Words that head a compound and make it a function whatever stands before them: `besucherservice`, `studienbuero`,
 * `visitorcenter`. None of them is how family names end, and the whole must be no known name either.
 */
import type { HashedText } from './hashed-text.ts'

const HEADS = `
  service services support helpdesk desk office center centre department committee council secretariat secretary relations
  enquiries inquiries requests bookings reservations billing accounts careers jobs marketing sales management hotline
  library academy foundation association ministry embassy consulate hospital clinic school university institute society
  buero buro stelle team abteilung leitung verwaltung sekretariat zentrum zentrale beauftragter beauftragte beauftragten verband
  verein schule management buchhaltung betreuung beratung vertrieb einkauf verkauf vermittlung anmeldung bestellung buchung
  redaktion werkstatt kanzlei praxis apotheke klinik bibliothek archiv stiftung vorstand versand fraktion feuerwehr polizei
  dienst dienste kasse gericht ministerium rathaus gemeinde kirche museum hotel restaurant akademie gymnasium kindergarten
  ventas compras administracion secretaria contabilidad direccion gerencia atencion escuela colegio ayuntamiento municipio
  prefeitura ouvidoria atendimento suporte soporte segreteria ufficio assistenza amministrazione biblioteca universita
  mairie ecole bureau accueil clientele comptabilite biuro szkola urzad klantenservice gemeente balie administratie bibliotheek
  kommune kontor kundtjanst kundeservice styrelsen skola skole bibliotek
`
  .trim()
  .split(/\s+/)

/** What stands before the head: less is a part of another word. */
const SHORTEST_START = 3

/** Heads by their last two letters, so that nearly every other word is told by one look. */
const BY_ENDING: (Uint8Array[] | undefined)[] = new Array(1024)
for (const head of new Set(HEADS)) {
  const bytes = Uint8Array.from(head, (letter) => letter.charCodeAt(0))
  const slot = slotOf(bytes, bytes.length)
  BY_ENDING[slot] = [...(BY_ENDING[slot] ?? []), bytes]
}

function slotOf(bytes: Uint8Array, end: number): number {
  return ((bytes[end - 2]! & 31) << 5) | (bytes[end - 1]! & 31)
}

/** Whether the first `end` letters are a compound with such a head. */
export function endsInRoleHead({ bytes }: HashedText, end: number): boolean {
  const heads = BY_ENDING[slotOf(bytes, end)]
  return heads?.some((head) => isTail(bytes, end, head)) ?? false
}

function isTail(bytes: Uint8Array, end: number, head: Uint8Array): boolean {
  const start = end - head.length
  if (start < SHORTEST_START) return false
  for (let i = 0; i < head.length; i++) if (bytes[start + i] !== head[i]) return false
  return true
}
