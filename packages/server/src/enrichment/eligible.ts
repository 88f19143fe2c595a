import { ENRICHMENT_SOURCES } from '@mailsift/contract'
import { type Engine, flag, isFlagged } from '@mailsift/engine'
import { PUBLIC_MAILBOXES } from '@mailsift/engine/public-mailboxes'
import { getDomain } from 'tldts'
import type { Sources } from './facts.ts'

/** The engine's name for the provider of a domain that no mailbox provider owns. */
const NO_PROVIDER = 'unknown'
/** Any of them. */
const NO_PERSON = flag.IS_DISPOSABLE | flag.IS_ROLE_BASED | flag.IS_NO_REPLY

/**
 * Whether an address is looked up in public sources. A mailbox at a public provider says nothing about an employer and
 * belongs to a private person; role, no-reply and disposable addresses belong to no particular person.
 */
export function isLookedUp(engine: Pick<Engine, 'validate'>, email: string): boolean {
  const verdict = engine.validate(email)
  if (!verdict.ok || isFlagged(verdict, NO_PERSON)) return false
  const { provider, root, normalized } = verdict.domain
  if (isOfStudents(normalized)) return false
  return provider === NO_PROVIDER && !PUBLIC_MAILBOXES.has(root) && !PUBLIC_MAILBOXES.has(normalized)
}

/** Subdomains at which universities give mailboxes to students and former students: none of them works there. */
const STUDENTS = new Set(
  `student students stud studs std stu studenti studente studenten studentmail studmail studserv studerende studerande alumni alumnus alumna alum
  alumno alumnos alumne aluno alunos exalumnos estudiante estudiantes estudante estudantes etu etud etudiant etudiants etudiante eleve eleves
  ogr ogrenci opiskelija hallgato uczen uczniowie studentska posluchac pupil pupils schueler leerling leerlingen elev elever learner learners grad grads
  emeritus emeriti retired retiree`.split(/\s+/),
)

function isOfStudents(domain: string): boolean {
  const root = rootOf(domain)
  if (domain === root) return false
  return domain
    .slice(0, -root.length - 1)
    .split('.')
    .some((label) => STUDENTS.has(label))
}

/** The registrable domain. Below names such as uk.com or github.io every name has another owner. */
export function rootOf(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain
}

export function neverLookedUp(atMs: number): Sources {
  return Object.fromEntries(ENRICHMENT_SOURCES.map((source) => [source, { status: 'skipped', fetchedAt: atMs }]))
}
