import type { WorkflowsContext } from '../../context.ts'
import { type OpenContent, openContent } from '../records/run-content.ts'
import { type BegunRun, findGraph } from '../records/run-store.ts'

const KEPT = 200

/** Plans of recently executed graphs, so that a graph is parsed once and not for each run. */
const plans = new Map<string, OpenContent>()

/** The plan of a run. It never changes, so every attempt gets the same plan. */
export async function loadPlan(
  { db }: Pick<WorkflowsContext, 'db'>,
  { run }: BegunRun,
): Promise<OpenContent | undefined> {
  const key = `${run.projectId}/${run.digest}`
  const known = plans.get(key)
  if (known) return known
  const text = await findGraph(db, run)
  if (text === undefined) return undefined
  const opened = openContent(text)
  plans.set(key, opened)
  const [oldest] = plans.keys()
  if (plans.size > KEPT && oldest !== undefined) plans.delete(oldest)
  return opened
}
