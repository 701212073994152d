import { call } from '../../stack/call.ts'
import type { AttackedProject } from '../setup/attack-setup.ts'
import type { Canaries } from './canaries.ts'
import { mapLimited } from './map-limited.ts'
import { type Outcome, shorten } from './outcome.ts'
import type { SqlAttack } from './sql-attack.ts'

/** An environment has two connections for queries; a third caller would wait. */
const AT_ONCE = 2

export interface SqlTarget {
  readonly address: string
  readonly target: AttackedProject
  readonly canaries: Canaries
}

export interface RawOutcome extends Outcome {
  readonly status: number | undefined
  readonly namesNeighbour: boolean
}

/** Sends each statement as a developer's raw query. */
export function sendRawQueries(
  attacks: readonly SqlAttack[],
  asking: SqlTarget,
): Promise<RawOutcome[]> {
  const path = `/api/data/topic?$projectId=${asking.target.projectId}`
  return sendEach(attacks, asking, ({ sql }) => ({ path, body: { query: sql } }))
}

/** Sends the statements to the SQL tab, every second one to be explained instead of run. */
export function sendTabQueries(
  attacks: readonly SqlAttack[],
  asking: SqlTarget,
): Promise<RawOutcome[]> {
  const path = `/api/project/${asking.target.projectId}/sql`
  return sendEach(attacks, asking, ({ sql }) => {
    const explain = attacks.findIndex((attack) => attack.sql === sql) % 2 === 1
    return { path, body: { sql, explain } }
  })
}

function sendEach(
  attacks: readonly SqlAttack[],
  { address, target, canaries }: SqlTarget,
  toRequest: (attack: SqlAttack) => { path: string; body: object },
): Promise<RawOutcome[]> {
  const work = async (attack: SqlAttack) => {
    const request = { method: 'POST', ...toRequest(attack) }
    const { status, body } = await call({ address, token: target.staff }, request)
    const { error, data } = body as { error?: { message: string }; data?: { stolen?: unknown }[] }
    const text = JSON.stringify(body)
    const harm = canaries.findHarm(text, 'developer')
    const namesNeighbour = canaries.namesNeighbour(text)
    const detail = error
      ? `${status} ${error.message}`
      : `${status} ${shorten(data?.[0]?.stolen ?? body)}`
    return { attack, status, isRefused: error !== undefined, harm, detail, namesNeighbour }
  }
  return mapLimited(attacks, { atOnce: AT_ONCE, work })
}
