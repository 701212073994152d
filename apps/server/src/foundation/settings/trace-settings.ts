import * as z from 'zod'

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(blankIsMissing, z.string().optional())
const url = z.preprocess(blankIsMissing, z.url().optional())

/** `name=value,other=value`, with percent-encoded values. */
const headers = text.transform((value, issues): Record<string, string> | undefined => {
  const entries = (value ?? '').split(',').filter(Boolean)
  try {
    const pairs = entries.map((entry): [string, string] => {
      const [, name = '', encoded = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? []
      if (name === '') throw new URIError()
      return [name, decodeURIComponent(encoded)]
    })
    return value === undefined ? undefined : Object.fromEntries(pairs)
  } catch {
    // The text may have a token, so it is not repeated.
    issues.addIssue('is not "name=value,other=value" with percent-encoded values')
    return undefined
  }
})

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const QUEUED_SPANS = 2_048
const EXPORT_TIMEOUT_MS = 10_000
const EXPORT_EVERY_MS = 5_000

/** The settings of OpenTelemetry that count, under the names of its specification, and one of ours. */
export const TRACE_VARIABLES = {
  OTEL_SDK_DISABLED: text,
  OTEL_TRACES_EXPORTER: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: text,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: text,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TIMEOUT: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(60_000).default(EXPORT_TIMEOUT_MS),
  ),
  OTEL_SERVICE_NAME: z.preprocess(blankIsMissing, z.string().default('plinth')),
  OTEL_TRACES_SAMPLER: z.preprocess(
    blankIsMissing,
    z.enum(SAMPLERS).default('parentbased_always_on'),
  ),
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(blankIsMissing, z.coerce.number().min(0).max(1).default(1)),
  OTEL_BSP_MAX_QUEUE_SIZE: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(100_000).default(QUEUED_SPANS),
  ),
  OTEL_BSP_SCHEDULE_DELAY: z.preprocess(
    blankIsMissing,
    z.coerce.number().int().min(1).max(60_000).default(EXPORT_EVERY_MS),
  ),
  PLINTH_TRACEPARENT: z.preprocess(blankIsMissing, z.enum(['link', 'continue']).default('link')),
}

type TraceVariables = z.output<z.ZodObject<typeof TRACE_VARIABLES>>

export interface TraceSettings {
  /** Where spans are sent, as OTLP over HTTP. */
  url: string
  headers: Record<string, string>
  serviceName: string
  sampler: (typeof SAMPLERS)[number]
  /** The share of traces that a sampler with `traceidratio` records. */
  ratio: number
  /** Spans that wait to be sent; further ones are dropped. */
  maxQueued: number
  exportEveryMs: number
  exportTimeoutMs: number
  /** Whether a request continues its caller's trace, or starts its own one and links the caller's. */
  continuesCallers: boolean
}

const PROTOCOL = 'http/protobuf'

/** Why the settings of traces cannot be used. */
export function findTraceProblem(settings: TraceVariables): string | undefined {
  if (!endpointOf(settings)) return undefined
  const { OTEL_EXPORTER_OTLP_PROTOCOL, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL } = settings
  const protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? OTEL_EXPORTER_OTLP_PROTOCOL ?? PROTOCOL
  if (protocol === PROTOCOL) return undefined
  return `OTEL_EXPORTER_OTLP_PROTOCOL: "${protocol}" is not supported; spans are sent by ${PROTOCOL}`
}

function endpointOf(settings: TraceVariables): string | undefined {
  const isOff =
    settings.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ||
    (settings.OTEL_TRACES_EXPORTER ?? 'otlp') !== 'otlp'
  if (isOff) return undefined
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = settings
  return own ?? (all && `${all.replace(/\/$/, '')}/v1/traces`)
}

/** Undefined unless an endpoint is set: traces are off then. */
export function readTraceSettings(settings: TraceVariables): TraceSettings | undefined {
  const url = endpointOf(settings)
  if (url === undefined) return undefined
  return {
    url,
    headers:
      settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    serviceName: settings.OTEL_SERVICE_NAME,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
    maxQueued: settings.OTEL_BSP_MAX_QUEUE_SIZE,
    exportEveryMs: settings.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMs: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
    continuesCallers: settings.PLINTH_TRACEPARENT === 'continue',
  }
}
