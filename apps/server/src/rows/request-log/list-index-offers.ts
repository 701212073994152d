import {
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  listIndexOffers as endpoint,
  type IndexOffer,
  MAX_SCANNED_ROWS,
} from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { render } from '../../databases/sql/render.ts'
import { canReadProduction } from '../../foundation/http/access/production-read.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { raw, sql } from '../../foundation/platform/sql.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { type AskedGroup, readAskedGroups } from './index-offer-store.ts'
import { wantedIndex } from './wanted-index.ts'

type Parts = Pick<RowsContext, 'db' | 'environments'>

/** Counts no further than it has to. */
async function isLarge(
  { environments }: Parts,
  environment: LiveEnvironment,
  table: DataTable,
): Promise<boolean> {
  const most = raw(String(MAX_SCANNED_ROWS + 1))
  const counting = sql`select count(*) as rows from (select 1 from ${table.from} limit ${most}) as part`
  const { style } = environment.model.dialect
  const [row] = await environments.runnerOf(environment).read(environment, render(counting, style))
  return Number(row?.rows ?? 0) > MAX_SCANNED_ROWS
}

function add(offers: Map<string, IndexOffer>, found: Omit<IndexOffer, 'lastOn'> & { at: Date }) {
  const { at, ...offer } = found
  const key = `${offer.tableId} ${offer.columns.join(' ')}`
  const known = offers.get(key)
  const lastOn = at.toISOString()
  if (!known) offers.set(key, { ...offer, lastOn })
  else {
    // Groups come with the most frequent first; its duration stands for all.
    known.requests += offer.requests
    if (lastOn > known.lastOn) known.lastOn = lastOn
  }
}

/** Which indexes an environment's pages would have needed. */
async function offersOf(
  parts: Parts,
  key: { projectId: string; environment: EnvironmentName },
): Promise<IndexOffer[]> {
  const environment = await parts.environments.find(key)
  if (!(environment instanceof Object)) return []
  const { engine } = environment.placement
  const sizes = new Map<string, Promise<boolean>>()
  const offers = new Map<string, IndexOffer>()
  for (const asked of await readAskedGroups(parts.db, key)) {
    const table = environment.model.tables.get(asked.table)
    if (!table || table.definition.type === 'Computed') continue
    const columns = wantedIndex({ table, engine }, asked)
    if (!columns) continue
    const size = sizes.get(table.id) ?? isLarge(parts, environment, table)
    sizes.set(table.id, size)
    if (await size) add(offers, toOffer({ asked, table, columns, environment: key.environment }))
  }
  return [...offers.values()]
}

function toOffer(given: {
  asked: AskedGroup
  table: DataTable
  columns: string[]
  environment: EnvironmentName
}) {
  const { asked, table, columns, environment } = given
  const { requests, p50, lastAt } = asked
  const named = { environment, tableId: table.id, table: table.name, columns }
  return { ...named, requests, p50: Number(p50.toPrecision(3)), at: lastAt }
}

export const listIndexOffers = route(endpoint, async ({ project }, context: RowsContext) => {
  const read = ENVIRONMENT_NAMES.filter(
    (environment) => environment !== 'production' || canReadProduction(project),
  )
  const all = await Promise.all(
    read.map((environment) => offersOf(context, { projectId: project.id, environment })),
  )
  return { offers: all.flat().toSorted((one, other) => other.requests - one.requests) }
})
