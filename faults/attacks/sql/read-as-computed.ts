import type { Configuration } from '@plinth/contract'
import { call } from '../../stack/call.ts'
import { type Outcome, shorten } from './outcome.ts'
import type { SqlTarget } from './send-raw-queries.ts'
import type { SqlAttack } from './sql-attack.ts'

/** The saved configuration of a project. */
export async function readConfiguration({
  address,
  target,
}: Pick<SqlTarget, 'address' | 'target'>): Promise<Configuration> {
  const path = `/api/project/${target.projectId}/configuration`
  const { body } = await call({ address, token: target.staff }, { method: 'GET', path })
  return body as unknown as Configuration
}

/** Saves each statement as a Computed table, syncs, and reads it as a guest. */
export async function readAsComputed(
  attacks: readonly SqlAttack[],
  { address, target, canaries }: SqlTarget,
): Promise<Outcome[]> {
  const at = { address, token: target.staff }
  const { projectId } = target
  const applied = await readConfiguration({ address, target })
  const rules = { list: 'true', view: 'true' }
  const outcomes: Outcome[] = []
  for (const attack of attacks) {
    const computed = { id: 'stolen', name: 'stolen', type: 'Computed', rules, columns: [] }
    const tables = [...applied.tables, { ...computed, query: attack.sql }]
    const saved = await call(at, {
      method: 'POST',
      path: `/api/project/${projectId}/configuration`,
      body: { newConfiguration: { ...applied, tables } },
    })
    const sync = `/api/database/${projectId}/sync`
    const synced = await call(at, { method: 'POST', path: sync, body: {} })
    const readTable = (table: string) =>
      call({ address }, { method: 'GET', path: `/api/data/${table}?$projectId=${projectId}` })
    const read = await readTable('stolen')
    // A statement behind the query may have written its result to another table.
    const topics = await readTable('topic')
    outcomes.push({
      attack,
      isRefused: [saved, synced].some(({ status }) => status === undefined || status >= 300),
      harm: canaries.findHarm(JSON.stringify([read.body, topics.body]), 'guest'),
      detail: `${shorten([saved.status, synced.body])}, a guest gets ${read.status} ${shorten(read.body)}`,
    })
  }
  return outcomes
}
