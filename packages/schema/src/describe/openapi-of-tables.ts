import {
  type Configuration,
  ErrorEnvelope,
  FileValue,
  RowQuery,
  type Table,
} from '@plinth/contract'
import { sortTables } from '../model/sort-tables.ts'
import { type AppField, fieldsOfTable } from './fields-of-table.ts'
import { jsonSchemaOfField } from './json-schema-of-field.ts'
import { openapiOfAccounts, withoutDialect } from './openapi-of-accounts.ts'

type Json = Record<string, unknown>

/** Document metadata. */
export interface OpenapiOfTables {
  title: string
  version: string
  projectId: string
  environment: string
  /** Server URLs, the default first. */
  servers: readonly string[]
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: Json) => ({ 'application/json': { schema } })
const answer = (schema: Json) => ({
  200: { description: 'Success', content: content(schema) },
  default: { $ref: '#/components/responses/Error' },
})
const object = (properties: Json, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
const data = (schema: Json, more: Json = {}) => object({ data: schema, ...more }, ['data'])
const listOf = (items: Json) => ({ type: 'array', items })

const SYSTEM = {
  id: { type: 'string', format: 'uuid' },
  createdOn: { type: 'string', format: 'date-time' },
  updatedOn: { type: 'string', format: 'date-time' },
}

function schemasOf(configuration: Configuration, table: Table): Json {
  if (table.type === 'Computed') return { [table.name]: object({ id: SYSTEM.id }, ['id']) }
  const fields = fieldsOfTable(configuration, table)
  const propertiesOf = (some: readonly AppField[]) =>
    Object.fromEntries(some.map((field) => [field.name, jsonSchemaOfField(field)]))
  const read = propertiesOf(fields.filter(({ isRead }) => isRead))
  const needed = fields.filter(({ isNeeded }) => isNeeded).map(({ name }) => name)
  const row = { ...SYSTEM, ...read, expand: { type: 'object' } }
  return {
    [table.name]: object(row, [...Object.keys(SYSTEM), ...Object.keys(read)]),
    [`${table.name}Create`]: object(propertiesOf(fields), needed),
    [`${table.name}Update`]: object(propertiesOf(fields)),
  }
}

/** Query parameters of calls for one row; a list accepts all parameters. */
const ABOUT_ONE = ['$projectId', '$environment', '$columns', '$withRelation']

function parametersOf({ projectId, environment }: OpenapiOfTables): Json {
  const defaults: Json = { $projectId: projectId, $environment: environment }
  const { properties = {} } = RowQuery.toJSONSchema({ io: 'input' })
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = name in defaults ? { ...(schema as Json), default: defaults[name] } : schema
    return [name.slice(1), { name, in: 'query', schema: value }] as const
  })
  const id = { name: 'id', in: 'path', required: true, schema: SYSTEM.id }
  return { ...Object.fromEntries(entries), id }
}

function pathsOf({ name, type }: Table, listParameters: readonly string[]): Json {
  const pointAt = (names: readonly string[]) =>
    names.map((one) => ({ $ref: `#/components/parameters/${one.replace('$', '')}` }))
  const call = (verb: string, summary: string, more: Json) => ({
    operationId: `${verb}_${name}`,
    summary,
    tags: [name],
    security: [{ bearer: [] }, {}],
    ...more,
  })
  const one = pointAt(ABOUT_ONE)
  const body = (schema: Json) => ({ required: true, content: content(schema) })
  const page = { page: { type: 'integer' }, limit: { type: 'integer' }, total: { type: 'integer' } }
  const list = call('list', `A page of ${name}`, {
    parameters: pointAt(listParameters),
    responses: answer(data(listOf(ref(name)), { ...page, hasMore: { type: 'boolean' } })),
  })
  const get = call('get', `One row of ${name}`, {
    parameters: [...pointAt(['id']), ...one],
    responses: answer(data(ref(name))),
  })
  const [all, single] = [`/api/data/${name}`, `/api/data/${name}/{id}`]
  if (type === 'Computed') return { [all]: { get: list }, [single]: { get } }
  const update = ref(`${name}Update`)
  const withId = { allOf: [update, object({ id: SYSTEM.id }, ['id'])] }
  return {
    [all]: {
      get: list,
      post: call('create', `Create a row of ${name}`, {
        parameters: one,
        requestBody: body(ref(`${name}Create`)),
        responses: answer(data(ref(name))),
      }),
      put: call('updateMany', `Change many rows of ${name}, all or none`, {
        parameters: one,
        requestBody: body(listOf(withId)),
        responses: answer(data(listOf(ref(name)))),
      }),
      delete: call('deleteMany', `Delete many rows of ${name}, all or none`, {
        parameters: one,
        requestBody: body(listOf(SYSTEM.id)),
        responses: answer(object({})),
      }),
    },
    [single]: {
      get,
      put: call('update', `Change the fields of a row of ${name} that are sent`, {
        parameters: [...pointAt(['id']), ...one],
        requestBody: body(update),
        responses: answer(data(ref(name))),
      }),
      delete: call('delete', `Delete a row of ${name}`, {
        parameters: [...pointAt(['id']), ...one],
        responses: answer(object({})),
      }),
    },
  }
}

/** Generates the OpenAPI 3.1 document of a project's tables. */
export function openapiOfTables(configuration: Configuration, about: OpenapiOfTables): Json {
  const tables = sortTables(configuration.tables)
  const parameters = parametersOf(about)
  const listParameters = Object.keys(parameters).filter((name) => name !== 'id')
  const merge = (parts: Json[]): Json => Object.assign({}, ...parts)
  return {
    openapi: '3.1.1',
    info: { title: about.title, version: about.version },
    servers: about.servers.map((url) => ({ url })),
    tags: tables.map(({ name }) => ({ name })),
    paths: merge(
      tables.flatMap((table) => [
        ...(table.type === 'Auth' ? [openapiOfAccounts(table)] : []),
        pathsOf(table, listParameters),
      ]),
    ),
    components: {
      schemas: {
        ...merge(tables.map((table) => schemasOf(configuration, table))),
        File: withoutDialect(FileValue.toJSONSchema()),
      },
      parameters,
      responses: {
        Error: {
          description: 'An error',
          content: content(withoutDialect(ErrorEnvelope.toJSONSchema())),
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
