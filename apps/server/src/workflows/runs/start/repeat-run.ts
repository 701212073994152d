import { newId } from '../../../foundation/platform/new-id.ts'
import { currentTraceParent } from '../../../foundation/traces/spans.ts'
import type { NewRun, StoredRun } from '../records/run-store.ts'

interface Repeated {
  old: StoredRun
  content: string
  from: string | null
  input: string | null
  startedBy: string
}

/** A new run of an old run's graph, independent of what triggered the old one. */
export function repeatRun({ old, content, from, input, startedBy }: Repeated): NewRun {
  return {
    ...old,
    id: newId('run'),
    trigger: 'replay',
    parentId: null,
    depth: 0,
    eventKey: null,
    refusal: null,
    graph: { digest: old.digest, content },
    replay: { of: old.id, from, input },
    startedBy,
    traceParent: currentTraceParent() ?? null,
  }
}
