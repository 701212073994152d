import { setTimeout as wait } from 'node:timers/promises'
import { measureRound } from '../measure/measure-round.ts'
import { quantile, round } from '../measure/statistics.ts'
import { KeepAliveLoad, type RowRequest } from './keep-alive-load.ts'
import type { MeasuredServer, Side } from './measured-server.ts'
import type { ShopProject } from './shop-project.ts'

const ROUNDS = 3
const TURN_MS = 4_000
const SLOW_CONNECTIONS = 20
/** `slow`: every filter reads all rows. `mixed`: every tenth does, with the same statement text. */
const KINDS = ['none', 'slow', 'mixed'] as const

/** A page of 30 rows that an index finds, and optionally a condition that no index supports. */
export function pagePath(projectId: string, condition = ''): string {
  const filter = encodeURIComponent(`status = "open"${condition}`)
  return `/api/data/item?$projectId=${projectId}&$filter=${filter}&$sort=-createdOn&$limit=30&$version=v2&$count=false`
}

function slowRequests(kind: 'slow' | 'mixed', { projectId, token }: ShopProject): RowRequest[] {
  return Array.from({ length: 10 }, (_, at) => {
    const pattern = kind === 'slow' || at === 0 ? `zz${at}` : 'Item'
    return { path: pagePath(projectId, ` && title ~ "%${pattern}%"`), token }
  })
}

interface Projects {
  readonly slow: ShopProject
  readonly neighbour: ShopProject
}

/** Latency of one project's pages while another project sends filters without an index. */
export async function compareNeighbours(server: MeasuredServer, { slow, neighbour }: Projects) {
  const { address } = server
  const turn = async (kind: (typeof KINDS)[number], side: Side) => {
    await server.ask(side)
    const load = new KeepAliveLoad(address)
    const amount = Number.POSITIVE_INFINITY
    let sent: Promise<unknown> | undefined
    if (kind !== 'none')
      sent = load
        .send(slowRequests(kind, slow), { connections: SLOW_CONNECTIONS, amount })
        .catch(() => undefined)
    await wait(500)
    const times = await measureRound({
      url: `${address}${pagePath(neighbour.projectId)}`,
      token: neighbour.token,
      connections: 2,
      ms: TURN_MS,
    })
    load.close()
    await sent
    // Filters already under way must not count for the next turn.
    await wait(2_500)
    return times
  }
  const lines: object[] = []
  for (const kind of KINDS) {
    const times: Record<Side, number[]> = { on: [], off: [] }
    for (let at = 0; at < ROUNDS; at += 1)
      for (const side of at % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const))
        times[side].push(...(await turn(kind, side)))
    const figures = (side: Side) => ({
      p50: round(quantile(times[side], 0.5), 1),
      p99: round(quantile(times[side], 0.99), 1),
      requests: times[side].length,
    })
    lines.push({ kind, on: figures('on'), off: figures('off') })
  }
  return lines
}
