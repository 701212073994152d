import type { Table, WorkflowNode } from '@plinth/contract'
import type { Graph } from '../graph/graph.ts'
import { sampleOf } from '../graph/sample-of.ts'
import { triggersOf } from './trigger-dialog.tsx'

type Json = WorkflowNode['data']['parameters'][string]

interface WantedRun extends Graph {
  trigger: string | undefined
}

/** A test run starts with the pin or the sample that the editor shows; a Manual trigger has its own data. */
export function withSample<R extends WantedRun>(run: R, tables: readonly Table[]) {
  const { trigger, ...rest } = run
  const triggers = triggersOf(run)
  const [only] = trigger === undefined ? triggers : triggers.filter(({ id }) => id === trigger)
  const isOwn = only?.data.definition.name === 'trigger-manual'
  const sample = only && !isOwn ? sampleOf(only.data, tables) : undefined
  const pinned = only?.data.pinned
  const data: Json | undefined = pinned === undefined ? sample : pinned
  return {
    ...rest,
    ...(trigger === undefined ? {} : { trigger }),
    ...(data === undefined ? {} : { data }),
  }
}
