import { type ColumnOf, requestUpload as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { type RowCall, type RowRequest, withTable } from '../request/row-request.ts'
import { asRowQuery } from './as-row-query.ts'
import { signUploads } from './sign-uploads.ts'

export type FileColumn = ColumnOf<'image' | 'file'>

/** Continues if the caller may create or update rows of the table; the rule is evaluated with the body on saving. */
export async function withAttachAccess<T>(
  input: { context: RowsContext; call: RowCall },
  act: (rowRequest: RowRequest) => Promise<T>,
): Promise<T> {
  for (const operation of ['create', 'update'] as const) {
    try {
      return await withTable({ ...input, operation }, async (rowRequest) => {
        if (rowRequest.policy.rule(rowRequest.table, operation, { body: {} }) === false)
          throw denied()
        return act(rowRequest)
      })
    } catch (error) {
      const isDenied = error instanceof ApiError && error.code === 'forbidden'
      if (!isDenied || operation === 'update') throw error
    }
  }
  throw denied()
}

const denied = () => new ApiError('forbidden', 'The rules of this table do not allow this.')

/** The file column of a name; throws for a missing or hidden column, or one that takes no files. */
export function findFileColumn({ table, policy }: RowRequest, name: string): FileColumn {
  const column = table.definition.columns.find((each) => each.name === name)
  if (!column || (column.options.isHidden && !policy.viewer.seesHidden))
    throw new ApiError('bad_request', `Column with name ${name} not found in table ${table.name}`)
  if (column.type !== 'image' && column.type !== 'file')
    throw new ApiError('bad_request', `Column ${name} takes no files.`)
  return column
}

export const requestUpload = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, files } = call.body
  const rowCall = { ...call, params: { table: tableName }, query: asRowQuery(call.query) }
  const urls = await withAttachAccess({ context, call: rowCall }, async (rowRequest) => {
    const column = findFileColumn(rowRequest, columnName)
    if (files.length > 1 && !column.options.hasMultiple)
      throw invalid([{ path: 'files', message: 'This field takes one file' }])
    const announced = files.map((file, at) => ({ ...file, path: `files.${at}` }))
    const acl = column.options.isProtected ? 'private' : 'public-read'
    return signUploads(context, { call, rowRequest, column, acl, files: announced })
  })
  return { urls }
})
