import { type EnvironmentName, RowQuery } from '@plinth/contract'
import { badParameter, type Json, NodeFailure, type RowCall } from '@plinth/engine'
import { asId } from '../../../databases/sql/bind-values.ts'
import { Refusal } from '../../../foundation/http/errors/refusal.ts'
import { readPage } from '../../../rows/read/read-page.ts'
import type { Ask } from '../../../rows/request/ask.ts'
import { judgeOfStaff } from '../../../rows/request/judge.ts'
import { onTable } from '../../../rows/request/on-table.ts'
import { readSeen } from '../../../rows/write/change-row.ts'
import { deleteOne } from '../../../rows/write/delete-one.ts'
import { makeRow } from '../../../rows/write/make-row.ts'
import { updateOne } from '../../../rows/write/update-one.ts'
import type { WorkflowsContext } from '../../context.ts'

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
  context: WorkflowsContext,
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
