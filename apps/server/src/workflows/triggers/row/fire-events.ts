import type { Json, JsonObject } from '@plinth/engine'
import { matchesRow, type RowFilter, readRowFilter } from '@plinth/expression'
import { eventColumns } from '@plinth/schema'
import * as z from 'zod'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import { readStored, readStoredObject } from '../../../foundation/platform/stored-json.ts'
import type { LiveEnvironment } from '../../../rows/environments/live-environment.ts'
import { type RowTrigger, triggerIdOf } from '../../../rows/row-events/row-event-store.ts'
import {
  findChosenTable,
  type RowSettings,
  readRowSettings,
} from '../../../rows/row-events/row-settings.ts'
import { readEventOrigin } from '../../../rows/runners/event-origin.ts'
import type { RowEvent } from '../../../rows/runners/row-runner.ts'
import type { FiredTrigger } from '../../runs/start/start-triggered-run.ts'

const TriggerIds = z.array(z.string())

/** Parsed filters of an environment, cached per loaded version of it. */
const filters = new WeakMap<LiveEnvironment, Map<string, RowFilter>>()

function filterOf(
  environment: LiveEnvironment,
  { table, text }: { table: DataTable; text: string },
): RowFilter {
  const cached = filters.get(environment) ?? new Map<string, RowFilter>()
  filters.set(environment, cached)
  const key = `${table.id} ${text}`
  const read = cached.get(key)
  if (read) return read
  const { catalogue } = environment.model
  const columns = eventColumns(table.definition)
  const fresh = readRowFilter(text, { catalogue, table: table.name, columns })
  cached.set(key, fresh)
  return fresh
}

function valuesOf({ row, old }: RowEvent): { row: JsonObject; old: JsonObject | null } {
  return {
    row: readStoredObject(row, 'row event'),
    old: old === null ? null : readStoredObject(old, 'row event'),
  }
}

/** The previous values of the columns that changed. */
function changedOf(row: JsonObject, old: JsonObject): JsonObject {
  const isSame = (name: string) => JSON.stringify(row[name]) === JSON.stringify(old[name])
  return Object.fromEntries(Object.entries(old).filter(([name]) => !isSame(name)))
}

/** The payload of the run, available as `$trigger`. */
function payloadOf(event: RowEvent, table: DataTable): Json {
  const { row, old: whole } = valuesOf(event)
  const old = whole && changedOf(row, whole)
  const { operation, rowId: id, by } = event
  return { event: operation, table: table.name, id, row, old, by }
}

interface Firing {
  readonly environment: LiveEnvironment
  readonly trigger: RowTrigger
  readonly event: RowEvent
}

/** The run that an event starts; undefined if the trigger does not match it. */
function fire({ environment, trigger, event }: Firing, settings: RowSettings) {
  const chosen = findChosenTable(environment.configuration, settings)
  const table = chosen && environment.model.tables.get(chosen.name)
  if (table?.id !== event.tableId || !settings.operations.includes(event.operation)) return []
  const filter = filterOf(environment, { table, text: settings.filter })
  const { depth, key } = event
  const { runId, traceParent } = readEventOrigin(event.runId)
  const fired: FiredTrigger = {
    environmentId: environment.id,
    workflowId: trigger.workflowId,
    nodeId: trigger.nodeId,
    payload: payloadOf(event, table),
    key,
    depth: runId === null ? 0 : depth + 1,
    parentId: runId,
    traceParent,
  }
  if (!filter.ok) {
    const problem = `The filter cannot be read: ${filter.issues[0]?.message ?? 'unknown'}`
    return [{ ...fired, problem }]
  }
  const change = {
    ...valuesOf(event),
    constants: environment.constants,
    now: Date.now(),
  }
  return matchesRow(filter.checked, change) ? [fired] : []
}

/** Whether the trigger was active when the event was recorded; an older version did not record that. */
function wasActive(trigger: RowTrigger, { triggers }: RowEvent): boolean {
  if (triggers === null) return true
  return readStored(TriggerIds, triggers, 'triggers of a row event').includes(triggerIdOf(trigger))
}

/** The runs that events of one environment start, in event order. */
export function fireEvents(options: {
  environment: LiveEnvironment
  triggers: readonly RowTrigger[]
  events: readonly RowEvent[]
}): FiredTrigger[] {
  const { environment, events } = options
  const triggers = options.triggers.map((trigger) => ({
    trigger,
    settings: readRowSettings(trigger.settings),
  }))
  return events.flatMap((event) =>
    triggers
      .filter(({ trigger }) => wasActive(trigger, event))
      .flatMap(({ trigger, settings }) => fire({ environment, trigger, event }, settings)),
  )
}
