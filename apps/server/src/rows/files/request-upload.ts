import { type ColumnOf, requestUpload as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { type Ask, type RowCall, withTable } from '../request/ask.ts'
import { asRowQuery } from './as-row-query.ts'
import { signUploads } from './sign-uploads.ts'

export type FileColumn = ColumnOf<'image' | 'file'>

/** Lets whoever could save a row of the table go on: what is in the row is judged when it is saved. */
export async function mayAttach<T>(
  given: { context: RowsContext; call: RowCall },
  act: (ask: Ask) => Promise<T>,
): Promise<T> {
  for (const operation of ['create', 'update'] as const) {
    try {
      return await withTable({ ...given, operation }, async (ask) => {
        if (ask.judge.rule(ask.table, operation, { body: {} }) === false) throw denied()
        return act(ask)
      })
    } catch (error) {
      const isDenied = error instanceof Refusal && error.code === 'forbidden'
      if (!isDenied || operation === 'update') throw error
    }
  }
  throw denied()
}

const denied = () => new Refusal('forbidden', 'The rules of this table do not allow this.')

/** The column that files are for; a hidden one is as one that is not there. */
export function findFileColumn({ table, judge }: Ask, name: string): FileColumn {
  const column = table.definition.columns.find((each) => each.name === name)
  if (!column || (column.options.isHidden && !judge.viewer.seesHidden))
    throw new Refusal('bad_request', `Column with name ${name} not found in table ${table.name}`)
  if (column.type !== 'image' && column.type !== 'file')
    throw new Refusal('bad_request', `Column ${name} takes no files.`)
  return column
}

export const requestUpload = route(endpoint, async (call, context: RowsContext) => {
  const { tableName, columnName, files } = call.body
  const asked = { ...call, params: { table: tableName }, query: asRowQuery(call.query) }
  const urls = await mayAttach({ context, call: asked }, async (ask) => {
    const column = findFileColumn(ask, columnName)
    if (files.length > 1 && !column.options.hasMultiple)
      throw invalid([{ path: 'files', message: 'This field takes one file' }])
    const announced = files.map((file, at) => ({ ...file, path: `files.${at}` }))
    const acl = column.options.isProtected ? 'private' : 'public-read'
    return signUploads(context, { call, ask, column, acl, files: announced })
  })
  return { urls }
})
