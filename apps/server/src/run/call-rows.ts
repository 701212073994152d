import { type EnvironmentName, RowQuery } from '@plinth/contract'
import { badParameter, type Json, NodeFailure, type RowCall } from '@plinth/engine'
import type { Context } from '../context.ts'
import type { Ask } from '../data/ask.ts'
import { readSeen } from '../data/change-row.ts'
import { asId } from '../data/compile/bind-values.ts'
import { deleteOne } from '../data/delete-one.ts'
import { judgeOfStaff } from '../data/judge.ts'
import { makeRow } from '../data/make-row.ts'
import { onTable } from '../data/on-table.ts'
import { readPage } from '../data/read-page.ts'
import { updateOne } from '../data/update-one.ts'
import { Refusal } from '../http/refusal.ts'

export interface RowsOf {
  projectId: string
  environment: EnvironmentName
  runId: string
  /** How many runs led to this one. */
  depth: number
}

const WRITES = new Set(['create', 'update', 'delete'])
const LATER = new Set(['unavailable', 'timeout', 'internal', 'conflict'])

/** The query of a list; what cannot be one is the node's fault. */
function queryOf({ action, filter, sort, limit }: RowCall): RowQuery {
  const asked = {
    $limit: limit,
    ...(filter === '' ? {} : { $filter: filter }),
    ...(sort === '' ? {} : { $sort: sort }),
  }
  const read = RowQuery.safeParse(action === 'list' ? asked : {})
  if (!read.success) throw badParameter('The filter or the sort is too long.')
  return read.data
}

const dataOf = (text: string): Json => (JSON.parse(text) as { data: Json }).data

async function act(ask: Ask, call: RowCall): Promise<Json> {
  const { id, row } = call
  switch (call.action) {
    case 'list':
      return dataOf(await readPage(ask))
    case 'get': {
      const known = asId(id)
      const seen = known === null ? undefined : await readSeen(ask, known)
      if (!seen) throw new Refusal('not_found', `There is no row ${id}.`)
      return seen as Json
    }
    case 'create':
      return dataOf(await makeRow(ask, row))
    case 'update':
      return dataOf(await updateOne(ask, { id, body: row, basedOn: undefined }))
    case 'delete':
      await deleteOne(ask, { id, basedOn: undefined })
      return { id }
  }
}

/**
 * Rows for a node, as the system: rules are for callers from outside. A write carries the key of its turn
 * into the row's own transaction, so that a turn which is taken again changes nothing.
 */
export async function callRows(
  context: Context,
  { of, call }: { of: RowsOf; call: RowCall },
): Promise<Json> {
  const { projectId, environment, runId } = of
  const key = WRITES.has(call.action) ? call.key : undefined
  const origin = {
    requestId: runId,
    staffId: undefined,
    principal: 'workflow',
    writer: { by: 'workflow', runId, depth: of.depth } as const,
    key,
    content: JSON.stringify([call.action, call.table, call.id, call.row]),
  }
  try {
    return await onTable(
      { context, key: { projectId, environment }, table: call.table },
      (open) => {
        if (WRITES.has(call.action) && open.table.definition.type === 'Computed') {
          throw new Refusal('invalid', `Table ${open.table.name} is computed: it is only read.`)
        }
        return act({ ...open, judge: judgeOfStaff(), query: queryOf(call), origin }, call)
      },
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new NodeFailure(error.message, { retry: LATER.has(error.code) })
  }
}
