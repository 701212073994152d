import { setTimeout as sleep } from 'node:timers/promises'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TraceSettings } from '../settings/trace-settings.ts'
import { setTracing, takeSpanId } from './spans.ts'

const FLUSH_MS = 2_000
const WARN_EVERY_MS = 60_000
/** Batches in flight; with a slow endpoint further ones are dropped, so that they hold little memory. */
const MAX_EXPORTS_AT_ONCE = 2
const MAX_BATCH = 512

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const [, isParentBased, kind] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const kinds: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = (kinds[kind ?? ''] ?? (() => new AlwaysOnSampler()))()
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

/** Warns of failed exports, at most once a minute; their spans are dropped. */
function warnOfFailures(exporter: SpanExporter, { url, log }: { url: string; log: Logger }) {
  let warnedAt = Number.NEGATIVE_INFINITY
  const { host } = new URL(url)
  const watched: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isDue = performance.now() - warnedAt > WARN_EVERY_MS
        if (result.error && isDue) {
          warnedAt = performance.now()
          const { message } = result.error
          log.warn({ host, spans: spans.length, reason: message }, 'traces: export failed')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
  return watched
}

/** Registers the SDK: batches of spans by OTLP over HTTP, from a bounded queue. Returns how to stop it. */
export async function startExporting(
  settings: TraceSettings,
  { log, version }: { log: Logger; version: string },
): Promise<() => Promise<void>> {
  const { url, headers, serviceName, maxQueued, exportTimeoutMs } = settings
  const exporter = new OTLPTraceExporter({
    url,
    headers,
    timeoutMillis: exportTimeoutMs,
    concurrencyLimit: MAX_EXPORTS_AT_ONCE,
  })
  const named = { 'service.name': serviceName, 'service.version': version }
  const ids = new RandomIdGenerator()
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(resourceFromAttributes(named)),
    sampler: samplerOf(settings),
    idGenerator: {
      generateTraceId: () => ids.generateTraceId(),
      generateSpanId: () => takeSpanId() ?? ids.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warnOfFailures(exporter, { url, log }),
        maxQueueSize: maxQueued,
        maxExportBatchSize: Math.min(MAX_BATCH, maxQueued),
        scheduledDelayMillis: settings.exportEveryMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  setTracing(true)
  return async () => {
    setTracing(false)
    const flushed = provider.shutdown().catch(() => undefined)
    // An endpoint that is down does not delay the stop of the server.
    await Promise.race([flushed, sleep(FLUSH_MS, undefined, { ref: false })])
    trace.disable()
    context.disable()
  }
}
