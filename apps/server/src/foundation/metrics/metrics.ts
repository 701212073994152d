import type { Logger } from 'pino'
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The values that each label may have. Any other is recorded as `other`, so that the number of series is bounded. */
type LabelValues = Readonly<Record<string, readonly string[]>>

interface Described<L extends LabelValues> {
  /** Without the prefix `plinth_`. */
  readonly name: string
  readonly help: string
  readonly labels: L
}

type Labels<L extends LabelValues> = { readonly [K in keyof L]: string }

/** A value that is read at each scrape, with its labels. */
interface Sample<L extends LabelValues> {
  readonly labels: Labels<L>
  readonly value: number
}

type ReadSamples<L extends LabelValues> = () => readonly Sample<L>[] | Promise<readonly Sample<L>[]>

const CACHES = [
  'api-key',
  'app-session',
  'environment',
  'host-name',
  'statement',
  'webhook',
] as const
export type CacheName = (typeof CACHES)[number]

/** Lookups of a cache since the start of the process. */
export interface CacheCounts {
  hits: number
  misses: number
}

/** The instruments of this process. Without a metrics port they record nothing and cost nothing. */
export interface Metrics {
  readonly isOn: boolean
  /** Returns a function that counts. */
  counter<L extends LabelValues>(of: Described<L>): (labels: Labels<L>, by?: number) => void
  /** Returns a function that records a duration in seconds, or another figure of these buckets. */
  histogram<L extends LabelValues>(
    of: Described<L> & { readonly buckets: readonly number[] },
  ): (labels: Labels<L>, value: number) => void
  /** A figure that can fall; a read that fails leaves it out of that scrape. */
  gauge<L extends LabelValues>(of: Described<L>, read: ReadSamples<L>): void
  /** A figure that only grows and that the process counts anyway. */
  total<L extends LabelValues>(of: Described<L>, read: ReadSamples<L>): void
  /** Shows the lookups of a cache, which counts them itself. */
  addCache(name: CacheName, counts: CacheCounts): void
  /** All series in Prometheus' text format. */
  print(): Promise<string>
}

/** For a process without a metrics port, and for commands. */
export const METRICS_OFF: Metrics = {
  isOn: false,
  counter: () => () => undefined,
  histogram: () => () => undefined,
  gauge: () => undefined,
  total: () => undefined,
  addCache: () => undefined,
  print: async () => '',
}

const PREFIX = 'plinth_'
/** Instruments with no more series than this show them at 0 from the start, so that rates see the first event. */
const MAX_ZEROED = { counter: 100, histogram: 12 }

/** Costly to read, and their labels depend on the libraries in use. */
const UNUSED = ['handles', 'requests', 'resources'].flatMap((kind) => [
  `nodejs_active_${kind}`,
  `nodejs_active_${kind}_total`,
])

/** Every combination of label values, or none if there are too many. */
function listZeros<L extends LabelValues>(labels: L, max: number): Labels<L>[] {
  let all: Record<string, string>[] = [{}]
  for (const [name, values] of Object.entries(labels)) {
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
    if (all.length > max) return []
  }
  return all as Labels<L>[]
}

/** Replaces values that a label may not have. */
function labelGuard<L extends LabelValues>(allowed: L): (labels: Labels<L>) => Labels<L> {
  const known = Object.entries(allowed).map(([name, values]) => [name, new Set(values)] as const)
  return (labels) => {
    for (const [name, values] of known) {
      if (!values.has(labels[name] ?? '')) return replaceUnknown(labels, known) as Labels<L>
    }
    return labels
  }
}

function replaceUnknown(
  labels: Readonly<Record<string, string>>,
  known: readonly (readonly [string, ReadonlySet<string>])[],
): Record<string, string> {
  return Object.fromEntries(
    known.map(([name, values]) => {
      const value = labels[name] ?? ''
      return [name, values.has(value) ? value : 'other']
    }),
  )
}

/** Opens the instruments; only then is the library loaded. */
export async function openMetrics(log: Pick<Logger, 'warn'>): Promise<Metrics> {
  const prometheus = await import('prom-client')
  const registry: Registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry, prefix: PREFIX })
  for (const name of UNUSED) registry.removeSingleMetric(PREFIX + name)
  const settings = <L extends LabelValues>({ name, help, labels }: Described<L>) => ({
    name: PREFIX + name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
  })

  /** Fills an instrument at a scrape; one that cannot be read must not hide all others. */
  const collector = <L extends LabelValues>(of: Described<L>, read: ReadSamples<L>) => {
    const guard = labelGuard(of.labels)
    return async (instrument: Counter | Gauge) => {
      try {
        const samples = await read()
        instrument.reset()
        for (const { labels, value } of samples) instrument.inc(guard(labels), value)
      } catch (error) {
        instrument.reset()
        instrument.remove({})
        log.warn({ err: error, metric: PREFIX + of.name }, 'metrics: figure could not be read')
      }
    }
  }

  const caches = new Map<CacheName, CacheCounts>()
  const metrics: Metrics = {
    isOn: true,
    counter(of) {
      const counter: Counter = new prometheus.Counter(settings(of))
      const guard = labelGuard(of.labels)
      for (const labels of listZeros(of.labels, MAX_ZEROED.counter)) counter.inc(labels, 0)
      return (labels, by = 1) => counter.inc(guard(labels), by)
    },
    histogram(of) {
      const buckets = [...of.buckets]
      const histogram: Histogram = new prometheus.Histogram({ ...settings(of), buckets })
      const guard = labelGuard(of.labels)
      for (const labels of listZeros(of.labels, MAX_ZEROED.histogram)) histogram.zero(labels)
      return (labels, value) => histogram.observe(guard(labels), value)
    },
    gauge(of, read) {
      const collect = collector(of, read)
      const gauge: Gauge = new prometheus.Gauge({
        ...settings(of),
        collect: () => collect(gauge),
      })
    },
    total(of, read) {
      const collect = collector(of, read)
      const counter: Counter = new prometheus.Counter({
        ...settings(of),
        collect: () => collect(counter),
      })
    },
    addCache: (name, counts) => void caches.set(name, counts),
    print: () => registry.metrics(),
  }
  metrics.total(
    {
      name: 'cache_lookups_total',
      help: 'Lookups in caches of this process.',
      labels: { cache: CACHES, result: ['hit', 'miss'] },
    },
    () =>
      [...caches].flatMap(([cache, { hits, misses }]) => [
        { labels: { cache, result: 'hit' }, value: hits },
        { labels: { cache, result: 'miss' }, value: misses },
      ]),
  )
  return metrics
}
