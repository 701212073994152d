import { randomBytes } from 'node:crypto'
import { nodeDefinitions } from '@plinth/engine'
import { call } from '../../stack/call.ts'
import { type Outcome, shorten } from './outcome.ts'
import type { SqlTarget } from './send-raw-queries.ts'
import type { SqlAttack } from './sql-attack.ts'

const NODES_PER_RUN = 50
const definition = Object.values(nodeDefinitions)
  .flat()
  .find(({ name }) => name === 'sql-query')

const nodeOf = ({ sql }: SqlAttack, at: number) => ({
  id: `n${at}`,
  type: 'custom',
  position: { x: 0, y: 0 },
  data: {
    definition,
    label: `n${at}`,
    active: true,
    isDisabled: false,
    parameters: { query: sql },
    credentials: {},
  },
})

const edgeTo = (_: SqlAttack, at: number) => ({
  id: `e${at}`,
  source: `n${at}`,
  target: `n${at + 1}`,
  sourceHandle: null,
  targetHandle: null,
})

/** Runs each statement in a query node of a developer's workflow, many nodes in a row. */
export async function runInNodes(
  attacks: readonly SqlAttack[],
  { address, target, canaries }: SqlTarget,
): Promise<Outcome[]> {
  const at = { address, token: target.staff }
  const base = `/api/project/${target.projectId}/workflow`
  const settings = { errorHandling: { failureAction: 'continue', retryCount: 0, retryDelay: 1 } }
  const name = randomBytes(6).toString('hex')
  const saved = await call(at, {
    method: 'POST',
    path: base,
    body: { name, nodes: [], connections: [], settings, active: false },
  })
  const { workflow } = (saved.body.data ?? {}) as { workflow?: { id: string } }
  if (!workflow) throw new Error(`workflow: ${saved.status} ${shorten(saved.body)}`)
  const outcomes: Outcome[] = []
  for (let start = 0; start < attacks.length; start += NODES_PER_RUN) {
    const batch = attacks.slice(start, start + NODES_PER_RUN)
    const body = { nodes: batch.map(nodeOf), edges: batch.slice(1).map(edgeTo) }
    const path = `${base}/${workflow.id}/execute`
    const ran = await call(at, { method: 'POST', path, body })
    const { result } = (ran.body.data ?? {}) as { result?: Record<string, unknown> }
    if (ran.status !== 200 || !result) throw new Error(`run: ${ran.status} ${shorten(ran.body)}`)
    outcomes.push(
      ...batch.map((attack, index) => {
        const answer = result[`n${index}`]
        const isRefused = typeof answer === 'object' && answer !== null && 'error' in answer
        const harm = canaries.findHarm(JSON.stringify(answer ?? null), 'developer')
        return { attack, isRefused, harm, detail: shorten(answer ?? null) }
      }),
    )
  }
  return outcomes
}
