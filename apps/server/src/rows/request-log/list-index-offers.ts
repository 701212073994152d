import {
  ENVIRONMENT_NAMES,
  type EnvironmentName,
  listIndexOffers as endpoint,
  type IndexOffer,
  MAX_SCANNED_ROWS,
} from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { canReadProduction } from '../../foundation/http/access/production-read.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { compileBoundedCount } from '../statements/select/compile-bounded-count.ts'
import { type QueryGroup, readQueryGroups } from './index-offer-store.ts'
import { wantedIndex } from './wanted-index.ts'

type OffersContext = Pick<RowsContext, 'db' | 'environments'>

/** Whether a table has more rows than a scan should read; counts no further than that. */
async function isLarge(
  { environments }: OffersContext,
  environment: LiveEnvironment,
  table: DataTable,
): Promise<boolean> {
  const counting = compileBoundedCount(environment.model, table, MAX_SCANNED_ROWS + 1)
  const [row] = await environments.runnerOf(environment).read(environment, counting)
  return Number(row?.rows ?? 0) > MAX_SCANNED_ROWS
}

function add(offers: Map<string, IndexOffer>, found: Omit<IndexOffer, 'lastOn'> & { at: Date }) {
  const { at, ...offer } = found
  const key = `${offer.tableId} ${offer.columns.join(' ')}`
  const existing = offers.get(key)
  const lastOn = at.toISOString()
  if (!existing) offers.set(key, { ...offer, lastOn })
  else {
    // Groups are sorted by frequency; the first one's duration represents all.
    existing.requests += offer.requests
    if (lastOn > existing.lastOn) existing.lastOn = lastOn
  }
}

/** Indexes that would have helped the logged list requests of an environment. */
async function offersOf(
  context: OffersContext,
  key: { projectId: string; environment: EnvironmentName },
): Promise<IndexOffer[]> {
  const environment = await context.environments.find(key)
  if (!(environment instanceof Object)) return []
  const { engine } = environment.placement
  const sizes = new Map<string, Promise<boolean>>()
  const offers = new Map<string, IndexOffer>()
  for (const group of await readQueryGroups(context.db, key)) {
    const table = environment.model.tables.get(group.table)
    if (!table || table.definition.type === 'Computed') continue
    const columns = wantedIndex({ table, engine }, group)
    if (!columns) continue
    const size = sizes.get(table.id) ?? isLarge(context, environment, table)
    sizes.set(table.id, size)
    if (await size) add(offers, toOffer({ group, table, columns, environment: key.environment }))
  }
  return [...offers.values()]
}

function toOffer(input: {
  group: QueryGroup
  table: DataTable
  columns: string[]
  environment: EnvironmentName
}) {
  const { group, table, columns, environment } = input
  const { requests, p50, lastAt } = group
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
