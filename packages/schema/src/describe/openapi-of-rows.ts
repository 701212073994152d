import { type Configuration, type Operation, RowQuery, type Table } from '@plinth/contract'
import { type AppField, fieldsOfTable } from './fields-of-table.ts'
import {
  componentOf,
  dataOf,
  type Json,
  jsonContent,
  listOf,
  objectOf,
  parameterRefs,
  refTo,
  responsesOf,
} from './openapi-parts.ts'
import { SAMPLE_ID, sampleOfCreate, sampleOfRow, sampleOfUpdate } from './sample-value.ts'

/** Query parameters of calls for one row; a list accepts all parameters. */
const ABOUT_ONE = ['$projectId', '$environment', '$columns', '$withRelation', '$version']
const ALL = Object.keys(RowQuery.shape)

const WITH_V2 = 'With `$version=v2`.'
const PAGE = {
  page: { type: 'integer', description: `The page. ${WITH_V2}` },
  limit: { type: 'integer', description: `Rows per page. ${WITH_V2}` },
  total: { type: 'integer', description: `The number of all rows. ${WITH_V2}` },
  hasMore: { type: 'boolean', description: `Whether there are further rows. ${WITH_V2}` },
  cursor: {
    type: ['string', 'null'],
    description: `For \`$cursor\` of the next page; null on the last. ${WITH_V2}`,
  },
}

const RULED = 'The rules of the table decide which rows the caller may access.'
const ALL_OR_NONE = 'All rows are written, or none.'

/** Calls by path and method. */
const METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { get: 'list', post: 'create', put: 'updateMany', delete: 'deleteMany' },
  '/{id}': { get: 'get', put: 'update', patch: 'patch', delete: 'delete' },
}

interface Call {
  readonly operation: Operation
  readonly summary: string
  readonly description: string
  readonly more: Json
}

interface RowParts {
  readonly name: string
  readonly component: string
  readonly fields: readonly AppField[]
  /** An example of a row. */
  readonly row: Json
}

const oneRow = ({ component, row }: RowParts) => ({
  schema: dataOf(refTo(component)),
  example: { data: row },
})
const NOTHING = { schema: objectOf({}), example: {} }
const ONE = parameterRefs(ABOUT_ONE)
const WITH_ID = [...parameterRefs(['id']), ...ONE]
const sent = (schema: Json, example: unknown) => ({
  required: true,
  content: jsonContent(schema, example),
})

/** Calls that read and create. */
function plainCalls(parts: RowParts): Record<'list' | 'create' | 'get', Call> {
  const { name, component, fields, row } = parts
  return {
    list: {
      operation: 'list',
      summary: `A page of ${name}`,
      description: `Lists rows of ${name}. ${RULED}`,
      more: {
        parameters: parameterRefs(ALL),
        responses: responsesOf('A page of rows', {
          schema: dataOf(listOf(refTo(component)), PAGE),
          example: { data: [row], page: 1, limit: 20, total: 1, hasMore: false, cursor: null },
        }),
      },
    },
    create: {
      operation: 'create',
      summary: `Create a row of ${name}`,
      description: `Creates a row of ${name} and answers with it. ${RULED}`,
      more: {
        parameters: ONE,
        requestBody: sent(refTo(`${component}Create`), sampleOfCreate(fields)),
        responses: responsesOf('The created row', { status: '2XX', ...oneRow(parts) }),
      },
    },
    get: {
      operation: 'view',
      summary: `One row of ${name}`,
      description: `Reads a row of ${name}. ${RULED}`,
      more: { parameters: WITH_ID, responses: responsesOf('The row', oneRow(parts)) },
    },
  }
}

/** Calls that change and delete. */
function changeCalls(
  parts: RowParts,
): Record<'updateMany' | 'deleteMany' | 'update' | 'patch' | 'delete', Call> {
  const { name, component, fields, row } = parts
  const update = refTo(`${component}Update`)
  const change: Call = {
    operation: 'update',
    summary: `Change the fields of a row of ${name} that are sent`,
    description: `Changes the fields that are sent, and answers with the row. ${RULED}`,
    more: {
      parameters: WITH_ID,
      requestBody: sent(update, sampleOfUpdate(fields)),
      responses: responsesOf('The changed row', oneRow(parts)),
    },
  }
  const withId = { allOf: [update, objectOf({ id: { type: 'string' } }, ['id'])] }
  return {
    updateMany: {
      operation: 'update',
      summary: `Change many rows of ${name}, all or none`,
      description: `Changes the fields that are sent, of at most 1,000 rows. ${ALL_OR_NONE} ${RULED}`,
      more: {
        parameters: ONE,
        requestBody: sent(listOf(withId), [{ id: SAMPLE_ID, ...sampleOfUpdate(fields) }]),
        responses: responsesOf('The changed rows', {
          schema: dataOf(listOf(refTo(component))),
          example: { data: [row] },
        }),
      },
    },
    deleteMany: {
      operation: 'delete',
      summary: `Delete many rows of ${name}, all or none`,
      description: `Deletes at most 1,000 rows. ${ALL_OR_NONE} ${RULED}`,
      more: {
        parameters: ONE,
        requestBody: sent(listOf({ type: 'string' }), [SAMPLE_ID]),
        responses: responsesOf('The rows are deleted', NOTHING),
      },
    },
    update: change,
    patch: change,
    delete: {
      operation: 'delete',
      summary: `Delete a row of ${name}`,
      description: `Deletes a row of ${name}. ${RULED}`,
      more: { parameters: WITH_ID, responses: responsesOf('The row is deleted', NOTHING) },
    },
  }
}

/** OpenAPI paths of a table's rows; with `operations` only those. */
export function openapiOfRows(
  configuration: Configuration,
  { table, operations }: { table: Table; operations?: readonly Operation[] | undefined },
): Json {
  const { name } = table
  const component = componentOf(table)
  const fields = fieldsOfTable(configuration, table)
  const isComputed = table.type === 'Computed'
  const row = isComputed ? { id: SAMPLE_ID } : sampleOfRow(fields)
  const parts = { name, component, fields, row }
  const calls: Record<string, Call> = { ...plainCalls(parts), ...changeCalls(parts) }
  const isShown = ({ operation }: Call) =>
    (operations?.includes(operation) ?? true) &&
    (!isComputed || operation === 'list' || operation === 'view')
  const url = `/api/data/${encodeURIComponent(name)}`
  const paths = Object.entries(METHODS).map(([path, verbs]) => {
    const shown = Object.entries(verbs).flatMap(([method, verb]) => {
      const call = calls[verb]
      if (!call || !isShown(call)) return []
      const { operation, more, ...words } = call
      const security = [{ bearer: [] }, {}]
      const operationId = `${verb}_${component}`
      return [[method, { operationId, ...words, tags: [name], security, ...more }] as const]
    })
    return [`${url}${path}`, Object.fromEntries(shown)] as const
  })
  return Object.fromEntries(paths.filter(([, methods]) => Object.keys(methods).length > 0))
}
