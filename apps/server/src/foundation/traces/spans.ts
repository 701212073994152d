import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TimeInput,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

/** A span name is text of ours; ids and other facts are attributes, and values of rows are neither. */
export interface SpanOptions {
  readonly name: string
  readonly kind?: SpanKind
  readonly attributes?: Attributes
}

const tracer = () => trace.getTracer('plinth')

/** Whether spans are recorded in this process. */
let isOn = false
export const isTracing = (): boolean => isOn
export function setTracing(on: boolean): void {
  isOn = on
}

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const NOTHING = /^0+$/

/** The context that a `traceparent` names; undefined for one that is not valid. */
export function parseTraceParent(text: string | null | undefined) {
  const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(text ?? '') ?? []
  if (traceId === '' || NOTHING.test(traceId) || NOTHING.test(spanId)) return undefined
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  return { traceId, spanId, traceFlags, isRemote: true }
}

function write(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The `traceparent` of the active span. */
export function currentTraceParent(): string | undefined {
  const span = isOn ? trace.getActiveSpan() : undefined
  return span && write(span)
}

/** The id of the active span's trace, for log lines. */
export function currentTraceId(): string | undefined {
  return isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined
}

/** The id of a stored `traceparent`'s trace. */
export const traceIdOf = (traceParent: string | null): string | null =>
  parseTraceParent(traceParent)?.traceId ?? null

/** A context in which new spans are children of the named one; without one they begin a trace. */
function contextOf(traceParent: string | null | undefined): Context {
  const parent = parseTraceParent(traceParent)
  const none = trace.deleteSpan(context.active())
  return parent ? trace.setSpanContext(none, parent) : none
}

async function measure<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    // The message is not recorded: it may contain values.
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Runs the work in a child of the active span; without one, in none, so that background jobs leave no traces. */
export async function inChildSpan<T>(
  { name, ...options }: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!isOn || !trace.getActiveSpan()) return work(undefined)
  const span = tracer().startSpan(name, options)
  return measure(span, () => work(span))
}

/** Runs the work in a span under a stored `traceparent`, or in a new trace. */
export async function inSpanUnder<T>(
  traceParent: string | null | undefined,
  { name, ...options }: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!isOn) return work(undefined)
  const span = tracer().startSpan(name, options, contextOf(traceParent))
  return measure(span, () => work(span))
}

/** Runs the work under a stored `traceparent`, without a span of its own. */
export function underTraceParent<T>(traceParent: string | null, work: () => T): T {
  return isOn && traceParent !== null ? context.with(contextOf(traceParent), work) : work()
}

interface IncomingRequest extends SpanOptions {
  /** The caller's `traceparent`. */
  readonly sent: string | undefined
  readonly continuesCallers: boolean
}

/**
 * Starts the span of a request. A caller is not trusted with its trace id and its sampling flag, unless the operator
 * says so: the request gets a trace of its own that links the caller's.
 */
export function startRequestSpan({ name, sent, continuesCallers, ...options }: IncomingRequest) {
  const remote = parseTraceParent(sent)
  const parent = continuesCallers ? contextOf(sent) : contextOf(undefined)
  const links = remote && !continuesCallers ? [{ context: remote }] : []
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, links, ...options }, parent)
  return { span, inside: trace.setSpan(context.active(), span) }
}

let nextSpanId: string | undefined

/** The id of the span that is being started, if it was chosen before. */
export const takeSpanId = (): string | undefined => nextSpanId

/** Records a span that has ended, under an id that its children already named as their parent. */
export function recordSpan(
  { name, ...options }: SpanOptions,
  given: { id: string; traceParent: string; startTime: TimeInput; isFailed: boolean },
): void {
  const { startTime } = given
  nextSpanId = given.id
  const span = tracer().startSpan(name, { ...options, startTime }, contextOf(given.traceParent))
  nextSpanId = undefined
  if (given.isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
