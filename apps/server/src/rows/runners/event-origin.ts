/**
 * What caused a row event: the run that changed the row, and the `traceparent` of the write. Both are in the column
 * `run_id` of the outboxes, which every trigger fills already.
 */
export interface EventOrigin {
  readonly runId: string | null
  readonly traceParent: string | null
}

const SEPARATOR = ' '

export function writeEventOrigin({ runId, traceParent }: EventOrigin): string | null {
  return traceParent === null ? runId : `${runId ?? ''}${SEPARATOR}${traceParent}`
}

export function readEventOrigin(stored: string | null): EventOrigin {
  const [runId = '', traceParent = ''] = (stored ?? '').split(SEPARATOR)
  return { runId: runId || null, traceParent: traceParent || null }
}
