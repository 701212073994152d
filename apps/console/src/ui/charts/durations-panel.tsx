import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../primitives/skeleton.tsx'
import { ChartPanel } from './chart-panel.tsx'
import type { DurationsChartProps } from './durations-chart.tsx'

const DurationsChart = lazy<ComponentType<DurationsChartProps>>(async () => ({
  default: (await import('./durations-chart.tsx')).DurationsChart,
}))

interface DurationsPanelProps {
  words: DurationsChartProps['words'] & { readonly duration: string }
  /** Undefined while loading. */
  chart: Omit<DurationsChartProps, 'words'> | undefined
}

/** The lazily loaded chart of durations in a card. */
export function DurationsPanel({ words, chart }: DurationsPanelProps) {
  const legend = [
    { name: words.p95, colour: 'bg-accent' },
    { name: words.p50, colour: 'bg-fg-3' },
  ]
  const waiting = <Skeleton className="h-full w-full" />
  return (
    <ChartPanel title={words.duration} legend={legend}>
      <Suspense fallback={waiting}>
        {chart ? (
          <DurationsChart points={chart.points} stepMinutes={chart.stepMinutes} words={words} />
        ) : (
          waiting
        )}
      </Suspense>
    </ChartPanel>
  )
}
