import type { Status } from '@mailsift/clean/status'
import type { PolicyPreset } from '@mailsift/engine'
import type { Insight } from '@mailsift/sdk'
import { Check, CircleAlert, CornerDownRight, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { classes } from '../parts/class.ts'
import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { check as t } from '../texts/check.ts'
import { purposes } from '../texts/judging.ts'
import type { Parts, Trace } from '../worker/trace.ts'

type Accepted = Extract<Trace, { ok: true }>

/** From what was typed to what to do with it, top to bottom. */
export function TraceView({
  trace,
  insight,
  purpose,
  onSuggestion,
}: {
  trace: Trace
  insight: Insight | undefined
  purpose: PolicyPreset
  onSuggestion(email: string): void
}) {
  const suggestion = insight?.suggestion ?? trace.suggestion?.address
  return (
    <>
      <VerdictBanner trace={trace} insight={insight} purpose={purpose} />
      {suggestion && (
        <Card>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60">
              {t.meant} <strong className="font-mono font-semibold break-all">{suggestion}</strong>
            </p>
            <Button onClick={() => onSuggestion(suggestion)}>{t.useIt}</Button>
          </div>
        </Card>
      )}
      {trace.ok && <Steps trace={trace} insight={insight} />}
    </>
  )
}

const LOOKS: Record<Exclude<Status, 'unknown'>, { box: string; icon: ReactNode }> = {
  safe: { box: 'bg-safe-tint text-safe', icon: <Check aria-hidden /> },
  risky: { box: 'bg-risky-tint text-risky', icon: <CircleAlert aria-hidden /> },
  unsafe: { box: 'bg-unsafe-tint text-unsafe', icon: <X aria-hidden /> },
}

/** In two sentences. */
export function verdictOf(trace: Trace, insight: Insight | undefined) {
  const tier = insight?.tier ?? (trace.ok ? trace.tiering.tier : 'unsafe')
  const reasons = insight?.reasons ?? (trace.ok ? trace.tiering.reasons : [])
  const sentence = reasons[0]?.sentence ?? (trace.ok ? t.nothing : trace.problem)
  return { tier, title: trace.ok ? t.verdicts[tier] : t.malformed, sentence }
}

function VerdictBanner({
  trace,
  insight,
  purpose,
}: {
  trace: Trace
  insight: Insight | undefined
  purpose: PolicyPreset
}) {
  const { tier, title, sentence } = verdictOf(trace, insight)
  const { box, icon } = LOOKS[tier]
  return (
    <section className={classes('flex items-start gap-3.5 rounded-lg px-4 py-4 sm:px-5', box)}>
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-full border-2 border-current [&_svg]:size-4 [&_svg]:stroke-[3]">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <p>{sentence}</p>
        <p className="mt-1 text-sm">{insight ? t.basis.service : t.basis.engine(purposes.names[purpose])}</p>
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
              {provider === 'unknown' ? <span className="text-soft">{t.noProvider}</span> : provider}
              {trace.facts.free_mail && <Tag tone="plain">{t.facts.freeMail}</Tag>}
              {trace.facts.relay && <Tag tone="plain">{t.facts.relay}</Tag>}
            </span>
          </Step>
        </ol>
      </Card>
      <Card title={t.checks} aside={<span className="text-sm text-soft">{raisedCount(trace, insight)}</span>}>
        <ul className="grid gap-2.5">
          {checksOf(trace, insight).map((check) => (
            <CheckLine key={check.code} check={check} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

function CheckLine({ check: { code, reason, tier, isUnknown } }: { check: ShownCheck }) {
  const Icon = reason ? X : isUnknown ? Minus : Check
  const colour = reason ? (tier === 'risky' ? 'text-risky' : 'text-unsafe') : isUnknown ? 'text-soft' : 'text-safe'
  const told = reason ? t.raised : isUnknown ? t.notKnown : t.passed
  return (
    <li className="flex items-start gap-2.5">
      <Icon className={classes('mt-1 size-4 shrink-0', reason && 'stroke-[2.5]', colour)} aria-hidden />
      <div className="min-w-0">
        <span className={reason ? 'font-medium' : 'text-soft'}>
          <span className="sr-only">{told} </span>
          {reason ? reason.sentence : isUnknown ? t.unknownNames[code as 'young_domain'] : t.checkNames[code]}
        </span>
        {reason && <span className="block text-sm wrap-anywhere text-soft">{reason.evidence}</span>}
      </div>
    </li>
  )
}

type ShownCheck = {
  code: keyof typeof t.checkNames
  reason: { sentence: string; evidence: string } | undefined
  tier: 'risky' | 'unsafe' | undefined
  /** The check could not be made; it counts neither as raised nor as passed. */
  isUnknown?: boolean
}

/** The engine's own checks, and with the service's answer those that it took a look-up to make. */
function checksOf(trace: Accepted, insight: Insight | undefined): ShownCheck[] {
  const reasons = insight?.reasons ?? trace.tiering.reasons
  const tierOf = (code: string) => reasons.find((reason) => reason.code === code)?.tier
  const own = trace.checks.map(({ code, reason }): ShownCheck => {
    const told = insight?.reasons.find((each) => each.code === code)
    return { code, reason: told ?? reason, tier: tierOf(code) }
  })
  if (!insight) return own
  const lookups = (['no_mx', 'undeliverable', 'parked', 'young_domain'] as const).map((code): ShownCheck => {
    const reason = insight.reasons.find((each) => each.code === code)
    const isUnknown = code === 'young_domain' && insight.result.metadata.domain.domain_age_days === undefined
    return { code, reason, tier: reason?.tier, isUnknown }
  })
  return [...own, ...lookups]
}

function raisedCount(trace: Accepted, insight: Insight | undefined): string {
  const checks = checksOf(trace, insight)
  const raised = checks.filter(({ reason }) => reason).length
  const unknown = checks.filter(({ isUnknown }) => isUnknown).length
  return t.raisedOf(raised, unknown, checks.length)
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
    parts.label && t.normalLabel(parts.label),
    parts.name.includes('.') && !result.metadata.username.normalized.includes('.') && t.normalPeriods,
    /\p{Lu}/u.test(result.inbound) && t.normalCase,
  ]
  return notes.filter(Boolean).join(' ') || t.normalProvider
}
