import type { UsageReport } from '@mailsift/sdk'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../parts/numbers.ts'
import { useShownTheme } from '../shell/theme.ts'
import { format } from '../texts/format.ts'
import { usage as t } from '../texts/usage.ts'

const HEIGHT = 240
const DAY_S = 86_400
const STEPS_DAYS = [1, 2, 3, 5, 7, 14, 30, 60]
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

/**
 * Credits per day, with those of lists below those of single addresses; the hovered day is shown above. The table
 * beside it has the same numbers.
 */
export default function Chart({ report }: { report: UsageReport }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useShownTheme()
  const [pointed, setPointed] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: colors are read from the theme
  useEffect(() => {
    const element = box.current!
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(`--${name}`)
    const data = seriesOf(report)
    const axis = {
      stroke: colour('soft'),
      grid: { stroke: colour('line'), width: 1 },
      ticks: { show: false },
      font: '12px system-ui',
    }
    const bars = uPlot.paths.bars!({ size: [0.7, 48] })
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        legend: { show: false },
        padding: [8, 8, 0, 0],
        scales: {
          // A bar is centered on its day.
          x: { range: (_plot, min, max) => [min - DAY_S / 2, max + DAY_S / 2] },
          y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] },
        },
        hooks: {
          setCursor: [
            ({ cursor: { idx } }) => {
              const [at, total, bulk] = data.map((values) => (idx == null ? undefined : values[idx]))
              setPointed(at == null ? '' : pointedText(at, total ?? 0, bulk ?? 0))
            },
          ],
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 28,
            space: 64,
            incrs: STEPS_DAYS.map((days) => days * DAY_S),
            values: (_plot, days) => days.map((at) => DAY.format(at * 1000)),
          },
          {
            ...axis,
            size: 64,
            values: (_plot, values) => values.map((value) => (value % 1 ? '' : formatCount(value))),
          },
        ],
        series: [
          {},
          { fill: colour('edge'), width: 0, paths: bars, points: { show: false } },
          { fill: colour('accent'), width: 0, paths: bars, points: { show: false } },
        ],
      },
      data,
      element,
    )
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resize.observe(element)
    return () => {
      resize.disconnect()
      plot.destroy()
    }
  }, [report, theme])
  return (
    <>
      <p aria-hidden className="-mt-1 mb-1 h-5 text-sm text-soft tabular-nums">
        {pointed}
      </p>
      <div ref={box} role="img" aria-label={format(t.chartLabel, report)} className="-mx-2 min-w-0 overflow-hidden" />
    </>
  )
}

const pointedText = (at: number, total: number, bulk: number) =>
  format(t.pointed, { day: DAY.format(at * 1000), total, bulk, single: total - bulk })

/** Every day of the report, including those without usage, which the report omits. */
function seriesOf({ from, to, days }: UsageReport): uPlot.AlignedData {
  const byDay = new Map(days.map((day) => [day.date, day]))
  const first = Date.parse(from) / 1000
  const length = (Date.parse(to) / 1000 - first) / DAY_S + 1
  const seconds = Array.from({ length }, (_, at) => first + at * DAY_S)
  const dayAt = (at: number) => byDay.get(new Date(at * 1000).toISOString().slice(0, 10))
  return [seconds, seconds.map((at) => dayAt(at)?.total ?? 0), seconds.map((at) => dayAt(at)?.by_kind.bulk ?? 0)]
}
