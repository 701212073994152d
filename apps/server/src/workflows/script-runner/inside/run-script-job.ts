import ivm from 'isolated-vm'
import { inIsolate } from './in-isolate.ts'
import type { AnswerLine, JobLine } from './protocol.ts'

const MEMORY_MB = 96

interface Fresh {
  isolate: ivm.Isolate
  context: ivm.Context
}

function makeFresh(): Fresh {
  const isolate = new ivm.Isolate({ memoryLimit: MEMORY_MB })
  return { isolate, context: isolate.createContextSync() }
}

/** A spare isolate, so that a job need not wait for one; each serves one job and is discarded. */
let spare: Fresh | undefined

export function prepareSpare(): void {
  spare ??= makeFresh()
}

/** Runs one job in its own isolate. Only strings go in and out (R16). */
export async function runScriptJob({ id, given, timeLimitMs }: JobLine): Promise<AnswerLine> {
  const { isolate, context } = spare ?? makeFresh()
  spare = undefined
  try {
    const answer: unknown = await context.evalClosure(`return (${inIsolate})($0)`, [given], {
      timeout: timeLimitMs,
      arguments: { copy: true },
      result: { promise: true, copy: true },
    })
    return { id, answer: String(answer) }
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (message.includes('timed out')) return { id, error: 'It took too long.' }
    if (isolate.isDisposed || message.includes('memory')) {
      return { id, error: 'It used too much memory.' }
    }
    return { id, error: message.slice(0, 500) || 'It could not be run.' }
  } finally {
    if (!isolate.isDisposed) isolate.dispose()
  }
}
