import type { Configuration, Operation, Table } from '@plinth/contract'
import { type AppField, fieldsOfTable } from './fields-of-table.ts'
import {
  componentOf,
  type Json,
  listOf,
  objectOf,
  parameterRefs,
  refTo,
  responsesOf,
} from './openapi-parts.ts'
import { SAMPLE_ID, sampleOfRow } from './sample-value.ts'

const PARAMETERS = parameterRefs([
  ...['id', '$projectId', '$environment', '$limit', '$cursor', '$columns', '$withRelation'],
  ...['$version', '$count'],
])
const PAGE = {
  limit: { type: 'integer', description: 'Rows per page.' },
  total: { type: 'integer', description: 'The number of all related rows that the caller sees.' },
  hasMore: { type: 'boolean', description: 'Whether there are further rows.' },
  cursor: { type: ['string', 'null'], description: 'For `$cursor` of the next page.' },
}
const ALWAYS = ['data', 'limit', 'hasMore', 'cursor']

function pathOf(
  configuration: Configuration,
  table: Table,
  { name, column, target }: AppField & { target: Table },
): readonly [string, Json] {
  const isComputed = target.type === 'Computed'
  const row = isComputed ? { id: SAMPLE_ID } : sampleOfRow(fieldsOfTable(configuration, target))
  const url = `/api/data/${encodeURIComponent(table.name)}/{id}/${encodeURIComponent(name)}`
  const get = {
    operationId: `related_${componentOf(table)}_${componentOf({ name, id: column.id })}`,
    summary: `The ${name} of a row of ${table.name}, a page at a time`,
    description: `Lists the rows of ${target.name} that ${name} leads to, in the order of the field. The cursor under \`$more\` of a row goes on after those that the row has. The view rules of both tables decide.`,
    tags: [table.name],
    security: [{ bearer: [] }, {}],
    parameters: PARAMETERS,
    responses: responsesOf('A page of related rows', {
      schema: objectOf({ data: listOf(refTo(componentOf(target))), ...PAGE }, ALWAYS),
      example: { data: [row], limit: 50, total: 1, hasMore: false, cursor: null },
    }),
  }
  return [url, { get }]
}

/** OpenAPI paths of a table's relations to many rows; none if `operations` has no `view`. */
export function openapiOfRelations(
  configuration: Configuration,
  { table, operations }: { table: Table; operations?: readonly Operation[] | undefined },
): Json {
  if (table.type === 'Computed' || operations?.includes('view') === false) return {}
  const paths = fieldsOfTable(configuration, table).flatMap((field) => {
    const { target, isMany } = field
    return target && isMany ? [pathOf(configuration, table, { ...field, target })] : []
  })
  return Object.fromEntries(paths)
}
