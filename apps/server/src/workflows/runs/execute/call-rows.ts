import { type EnvironmentName, RowQuery } from '@plinth/contract'
import { badParameter, type Json, NodeFailure, type RowCall } from '@plinth/engine'
import * as z from 'zod'
import { asId } from '../../../databases/sql/bind-values.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { readPage } from '../../../rows/read/list-rows.ts'
import { staffPolicy } from '../../../rows/request/access-policy.ts'
import {
  type OpenTable,
  type RowRequest,
  withOpenTable,
} from '../../../rows/request/row-request.ts'
import { type SandboxedRows, withSandboxTable } from '../../../rows/request/with-sandbox-table.ts'
import { createOne } from '../../../rows/write/create-row.ts'
import { deleteOne } from '../../../rows/write/delete-row.ts'
import { fixedRowId } from '../../../rows/write/new-row-id.ts'
import { readVisibleRow, updateOne } from '../../../rows/write/update-row.ts'
import type { WorkflowsContext } from '../../context.ts'

export interface RowsOf {
  projectId: string
  environment: EnvironmentName
  runId: string
  /** The length of the chain of runs that led to this one. */
  depth: number
}

const WRITES = new Set(['create', 'update', 'delete'])
export const writesRows = ({ action }: Pick<RowCall, 'action'>): boolean => WRITES.has(action)
const LATER = new Set(['unavailable', 'timeout', 'internal', 'conflict', 'rate_limited'])

/** Builds the list query; an invalid one fails the node. */
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

const Answer = z.object({ data: z.custom<Json>() })
const dataOf = (text: string): Json => readStored(Answer, text, 'answer with rows').data

async function act(ask: RowRequest, call: RowCall, rowId?: string): Promise<Json> {
  const { id, row } = call
  switch (call.action) {
    case 'list':
      return dataOf(await readPage(ask))
    case 'get': {
      const known = asId(id)
      const seen = known === null ? undefined : await readVisibleRow(ask, known)
      if (!seen) throw new ApiError('not_found', `There is no row ${id}.`)
      return seen as Json
    }
    case 'create':
      return dataOf(await createOne(ask, row, rowId))
    case 'update':
      return dataOf(await updateOne(ask, { id, body: row, basedOn: undefined }))
    case 'delete':
      await deleteOne(ask, { id, basedOn: undefined })
      return { id }
  }
}

/**
 * Reads and writes rows for a node as the system, since rules apply to external callers only. A write stores
 * its step's key in the row's own transaction, so that a repeated step changes nothing.
 */
export async function callRows(
  context: WorkflowsContext,
  { of, call, sandbox }: { of: RowsOf; call: RowCall; sandbox?: SandboxedRows | undefined },
): Promise<Json> {
  const { projectId, environment, runId } = of
  const isWrite = writesRows(call)
  // The rows of the recorded run have its keys already.
  const key = isWrite && !sandbox ? call.key : undefined
  const origin = {
    requestId: runId,
    staffId: undefined,
    principal: 'workflow',
    writer: { by: 'workflow', runId, depth: of.depth } as const,
    key,
    content: JSON.stringify([call.action, call.table, call.id, call.row]),
  }
  const rowId = sandbox && fixedRowId(sandbox.now, call.key)
  const work = async (open: OpenTable) => {
    if (isWrite && open.table.definition.type === 'Computed') {
      throw new ApiError('invalid', `Table ${open.table.name} is computed: it is only read.`)
    }
    return act({ ...open, policy: staffPolicy(), query: queryOf(call), origin }, call, rowId)
  }
  const { table } = call
  try {
    if (sandbox) return await withSandboxTable({ context, sandbox, table, isWrite }, work)
    return await withOpenTable({ context, key: { projectId, environment }, table }, work)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new NodeFailure(error.message, { retry: LATER.has(error.code) })
  }
}
