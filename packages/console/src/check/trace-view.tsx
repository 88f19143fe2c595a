import type { Status } from '@mailsift/clean/status'
import type { Insight } from '@mailsift/sdk'
import { Check, CircleAlert, CornerDownRight, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { classes } from '../parts/class.ts'
import { Card } from '../parts/page.tsx'
import { providerName } from '../parts/provider.ts'
import { type PolicyName, purposeName } from '../parts/purpose.tsx'
import { Tag } from '../parts/status.tsx'
import { Text } from '../parts/text.tsx'
import { check as t } from '../texts/check.ts'
import { format } from '../texts/format.ts'
import type { Parts, Trace } from '../worker/trace.ts'

type Accepted = Extract<Trace, { ok: true }>

/** The steps from the typed text to the recommendation, top to bottom. */
export function TraceView({
  trace,
  insight,
  isDomainUnknown,
  purpose,
  onSuggestion,
}: {
  trace: Trace
  insight: Insight | undefined
  /** The domain check was requested but failed. */
  isDomainUnknown: boolean
  purpose: PolicyName
  onSuggestion(email: string): void
}) {
  const suggestion = insight?.suggestion ?? trace.suggestion?.address
  return (
    <>
      <VerdictBanner trace={trace} insight={insight} isDomainUnknown={isDomainUnknown} purpose={purpose} />
      {suggestion && (
        <Card>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60">
              <Text
                message={t.meant}
                values={{ address: <strong className="font-mono font-semibold break-all">{suggestion}</strong> }}
              />
            </p>
            <Button onClick={() => onSuggestion(suggestion)}>{t.useIt}</Button>
          </div>
        </Card>
      )}
      {trace.ok && <Steps trace={trace} insight={insight} />}
    </>
  )
}

const LOOKS: Record<Exclude<Status, 'blank'>, { box: string; icon: ReactNode }> = {
  safe: { box: 'bg-safe-tint text-safe', icon: <Check aria-hidden /> },
  risky: { box: 'bg-risky-tint text-risky', icon: <CircleAlert aria-hidden /> },
  unsafe: { box: 'bg-unsafe-tint text-unsafe', icon: <X aria-hidden /> },
  unknown: { box: 'bg-raised text-ink', icon: <Minus aria-hidden /> },
}

/**
 * The verdict in two sentences. With an unknown domain, an address without problems is not safe; problems found remain
 * problems.
 */
export function verdictOf(trace: Trace, insight: Insight | undefined, isDomainUnknown: boolean) {
  const tier = insight?.tier ?? (trace.ok ? trace.tiering.tier : 'unsafe')
  const reasons = insight?.reasons ?? (trace.ok ? trace.tiering.reasons : [])
  if (isDomainUnknown && trace.ok && tier === 'safe') return { tier: 'unknown' as const, ...t.domainUnknown }
  const { sentence, advice } =
    reasons[0] ??
    (trace.ok
      ? { sentence: trace.tiering.code === 'allowed' ? trace.tiering.sentence : trace.noProblems, advice: '' }
      : { sentence: trace.problem, advice: trace.advice })
  return { tier, title: trace.ok ? t.verdicts[tier] : t.malformed, sentence, advice }
}

function VerdictBanner({
  trace,
  insight,
  isDomainUnknown,
  purpose,
}: {
  trace: Trace
  insight: Insight | undefined
  isDomainUnknown: boolean
  purpose: PolicyName
}) {
  const { tier, title, sentence, advice } = verdictOf(trace, insight, isDomainUnknown)
  const { box, icon } = LOOKS[tier]
  return (
    <section className={classes('flex items-start gap-3.5 rounded-lg px-4 py-4 sm:px-5', box)}>
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full border-2 border-current [&_svg]:size-4 [&_svg]:stroke-[3]">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <p>
          {sentence} {advice}
        </p>
        <p className="mt-1 text-sm">
          {format(insight ? t.basis.service : isDomainUnknown ? t.basis.domainUnknown : t.basis.engine, {
            purpose: purposeName(purpose),
          })}
        </p>
      </div>
    </section>
  )
}

function Steps({ trace, insight }: { trace: Accepted; insight: Insight | undefined }) {
  const { result, parts } = trace
  const name = [result.first_name, result.last_name].filter(Boolean).join(' ')
  const provider = insight?.result.smtp_provider ?? result.smtp_provider
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title={t.reading}>
        <ol className="grid gap-4">
          <Step title={t.parts}>
            <PartsView parts={parts} />
          </Step>
          <Step title={t.normal}>
            <span className="font-mono break-all">{result.normalized}</span>
            <span className="block text-sm text-soft">{normalNote(trace)}</span>
          </Step>
          <Step title={t.name}>{name ? <span>{name}</span> : <span className="text-soft">{t.noName}</span>}</Step>
          <Step title={t.provider}>
            <span className="flex flex-wrap items-center gap-2">
              {provider === 'unknown' ? <span className="text-soft">{t.noProvider}</span> : providerName(provider)}
              {trace.facts.free_mail && <Tag tone="plain">{t.facts.freeMail}</Tag>}
              {trace.facts.relay && <Tag tone="plain">{t.facts.relay}</Tag>}
            </span>
          </Step>
        </ol>
      </Card>
      <Card title={t.checks} aside={<span className="text-sm text-soft">{checkSummary(trace, insight)}</span>}>
        <ul className="grid gap-2.5">
          {checksOf(trace, insight).map((check) => (
            <CheckLine key={check.code} check={check} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

function CheckLine({ check: { passed, reason, tier, isUnknown, isWarning } }: { check: ShownCheck }) {
  const Icon = isWarning ? CircleAlert : reason ? X : isUnknown ? Minus : Check
  const colour = reason ? (tier === 'risky' ? 'text-risky' : 'text-unsafe') : isUnknown ? 'text-soft' : 'text-safe'
  const shown = reason?.sentence ?? (isUnknown ? t.ageNotAvailable : passed)
  const outcome = isWarning ? t.warning : reason ? t.failed : isUnknown ? t.notAvailable : t.passed
  return (
    <li className="flex items-start gap-2.5">
      <Icon className={classes('mt-1 size-4 shrink-0', reason && 'stroke-[2.5]', colour)} aria-hidden />
      <div className="min-w-0">
        <span className={reason ? 'font-medium' : 'text-soft'}>
          {/* The icon shows it to sighted users. */}
          <span className="sr-only">{format(outcome, { check: shown })}</span>
          <span aria-hidden>{isUnknown ? format(t.notAvailable, { check: shown }) : shown}</span>
        </span>
        {reason && <span className="block text-sm wrap-anywhere text-soft">{reason.evidence}</span>}
      </div>
    </li>
  )
}

type ShownCheck = {
  code: string
  passed: string
  reason: { sentence: string; evidence: string } | undefined
  tier: 'risky' | 'unsafe' | undefined
  /** The check could not be run; it counts neither as failed nor as passed. */
  isUnknown?: boolean
  /** A fact that the purpose counts as a problem, such as a free mailbox, although no check failed. */
  isWarning?: boolean
}

/** The engine's own checks, and with the service's response those that need a lookup. */
function checksOf(trace: Accepted, insight: Insight | undefined): ShownCheck[] {
  const reasons = insight?.reasons ?? trace.tiering.reasons
  const tierOf = (code: string) => reasons.find((reason) => reason.code === code)?.tier
  const own = trace.checks.map(({ code, passed, reason }): ShownCheck => {
    const known = insight?.reasons.find((each) => each.code === code)
    return { code, passed, reason: known ?? reason, tier: tierOf(code) }
  })
  const isShown = (code: string) => [...own, ...trace.lookups].some((each) => each.code === code)
  const warnings = reasons
    .filter(({ code }) => !isShown(code))
    .map((reason): ShownCheck => ({ code: reason.code, passed: '', reason, tier: reason.tier, isWarning: true }))
  if (!insight) return [...own, ...warnings]
  const lookups = trace.lookups.map(({ code, passed }): ShownCheck => {
    const reason = insight.reasons.find((each) => each.code === code)
    const isUnknown = code === 'young_domain' && insight.result.metadata.domain.domain_age_days === undefined
    return { code, passed, reason, tier: reason?.tier, isUnknown }
  })
  return [...own, ...lookups, ...warnings]
}

function checkSummary(trace: Accepted, insight: Insight | undefined): string {
  const shown = checksOf(trace, insight)
  const checks = shown.filter(({ isWarning }) => !isWarning)
  const warnings = shown.length - checks.length
  const failed = checks.filter(({ reason }) => reason).length
  const unknown = checks.filter(({ isUnknown }) => isUnknown).length
  const { allPassed, passed, failedAndUnknown, ...only } = t.summary
  const message =
    failed && unknown ? failedAndUnknown : failed ? only.failed : unknown ? only.unknown : warnings ? passed : allPassed
  const summary = format(message, { failed, unknown, total: checks.length })
  return warnings ? format(only.withWarnings, { summary, warnings }) : summary
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <span className="flex items-start gap-2 text-sm text-soft">
        <CornerDownRight className="mt-1 size-3.5 shrink-0" aria-hidden />
        <span className="pt-px">{title}</span>
      </span>
      <div className="min-w-0 pl-5.5 sm:pl-0">{children}</div>
    </li>
  )
}

function PartsView({ parts }: { parts: Parts }) {
  const pieces: [text: string, label: string, look: string][] = [
    [parts.name, t.partNames.name, 'border-accent'],
    [parts.label, t.partNames.label, 'border-risky'],
    ['@', '', 'border-transparent'],
    [parts.subdomain, t.partNames.subdomain, 'border-unknown'],
    [parts.root, t.partNames.domain, 'border-safe'],
  ]
  return (
    <span className="flex flex-wrap gap-y-2 font-mono">
      {pieces.map(
        ([text, label, look]) =>
          text !== '' && (
            <span key={look} className={classes('border-b-2 px-px', look)}>
              <span className="break-all">{text}</span>
              {label && <span className="block font-sans text-xs text-soft">{label}</span>}
            </span>
          ),
      )}
    </span>
  )
}

function normalNote({ result, parts }: Accepted): string {
  if (result.normalized === result.inbound) return t.normalSame
  const notes = [
    parts.label && format(t.normalLabel, { label: parts.label }),
    parts.name.includes('.') && !result.metadata.username.normalized.includes('.') && t.normalPeriods,
    /\p{Lu}/u.test(result.inbound) && t.normalCase,
  ]
  return notes.filter(Boolean).join(' ') || t.normalProvider
}
