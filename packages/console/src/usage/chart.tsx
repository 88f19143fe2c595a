import type { UsageReport } from '@mailsift/sdk'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import { formatCount } from '../parts/numbers.ts'
import { useShownTheme } from '../shell/theme.ts'
import { usage as t } from '../texts/usage.ts'

const HEIGHT = 240
const DAY_S = 86_400

/** Units by day, those of lists below those of single addresses. The table beside it says the same in numbers. */
export default function Chart({ report }: { report: UsageReport }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useShownTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read from the theme
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
        cursor: { y: false, points: { show: false } },
        legend: { show: false },
        scales: { y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] } },
        axes: [
          { ...axis, grid: { show: false } },
          {
            ...axis,
            size: 64,
            values: (_plot, values) => values.map((value) => (value % 1 ? '' : formatCount(value))),
          },
        ],
        series: [
          {
            label: t.day,
            value: (_plot, seconds) => (seconds == null ? '–' : new Date(seconds * 1000).toISOString().slice(0, 10)),
          },
          {
            label: t.total,
            fill: colour('risky'),
            width: 0,
            paths: bars,
            points: { show: false },
            value: (_plot, value) => count(value),
          },
          {
            label: t.bulk,
            fill: colour('accent'),
            width: 0,
            paths: bars,
            points: { show: false },
            value: (_plot, value) => count(value),
          },
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
    <div
      ref={box}
      role="img"
      aria-label={t.chartLabel(report.total, report.from, report.to)}
      className="min-w-0 overflow-hidden"
    />
  )
}

const count = (value: number | null) => (value == null ? '–' : formatCount(value))

/** Every day of the report: those without usage are left out of it. */
function seriesOf({ from, to, days }: UsageReport): uPlot.AlignedData {
  const byDay = new Map(days.map((day) => [day.date, day]))
  const first = Date.parse(from) / 1000
  const length = (Date.parse(to) / 1000 - first) / DAY_S + 1
  const seconds = Array.from({ length }, (_, at) => first + at * DAY_S)
  const dayAt = (at: number) => byDay.get(new Date(at * 1000).toISOString().slice(0, 10))
  return [seconds, seconds.map((at) => dayAt(at)?.total ?? 0), seconds.map((at) => dayAt(at)?.by_kind.bulk ?? 0)]
}
