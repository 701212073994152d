import type { Placement } from '../engine/database-engine.ts'
import { eventTableOf } from '../postgres/catalogue/event-log.ts'
import type { EngineHarness } from './engine-harness.ts'

interface Event {
  table_id: string
  operation: string
  row_id: string
  row: Record<string, unknown>
  old: Record<string, unknown> | null
}

/** The undelivered events of an environment, oldest first. */
export async function readEvents(harness: EngineHarness, placement: Placement): Promise<Event[]> {
  const isPostgres = harness.name === 'postgres'
  const found = await harness.query(
    placement,
    isPostgres
      ? `select * from ${eventTableOf(placement)} where environment_id = ? order by id`
      : 'select * from _plinth_event order by id',
    isPostgres ? [placement.environmentId] : [],
  )
  return found.map((row) => ({
    ...(row as unknown as Event),
    row: JSON.parse(String(row.row)),
    old: row.old === null ? null : JSON.parse(String(row.old)),
  }))
}
