import { LRUCache } from 'lru-cache'
import type { WorkflowsContext } from '../../context.ts'
import { type OpenContent, openContent } from '../records/run-content.ts'
import { type FoundRun, findGraph } from '../records/run-store.ts'

const MAX_PLANS = 200

/** The plans of graphs that ran lately: a graph is read once, not for every run of it. */
const plans = new LRUCache<string, OpenContent>({ max: MAX_PLANS })

/** The plan of a run. It never changes, so every attempt gets the same plan. */
export async function loadPlan(
  { db }: Pick<WorkflowsContext, 'db'>,
  { run }: FoundRun,
): Promise<OpenContent | undefined> {
  const key = `${run.projectId}/${run.digest}`
  const known = plans.get(key)
  if (known) return known
  const text = await findGraph(db, run)
  if (text === undefined) return undefined
  const opened = openContent(text)
  plans.set(key, opened)
  return opened
}
