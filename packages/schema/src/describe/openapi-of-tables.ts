import {
  type Configuration,
  describeParameter,
  ERROR_EXAMPLE,
  ErrorEnvelope,
  FileValue,
  MoreLinks,
  type Operation,
  RowQuery,
  type Table,
} from '@plinth/contract'
import { sortTables } from '../model/sort-tables.ts'
import { type AppField, fieldsOfTable } from './fields-of-table.ts'
import { jsonSchemaOfField } from './json-schema-of-field.ts'
import { openapiOfAccounts } from './openapi-of-accounts.ts'
import { FILES_TAG, openapiOfFiles } from './openapi-of-files.ts'
import { openapiOfRelations } from './openapi-of-relations.ts'
import { openapiOfRows } from './openapi-of-rows.ts'
import {
  componentOf,
  type Json,
  jsonContent,
  listOf,
  objectOf,
  refTo,
  withoutDialect,
} from './openapi-parts.ts'
import { SAMPLE_ID } from './sample-value.ts'
import { usedComponents } from './used-components.ts'

/** Document metadata. */
export interface OpenapiOfTables {
  title: string
  version: string
  projectId: string
  environment: string
  /** Server URLs, the default first. */
  servers: readonly string[]
  /** Describes only these operations by table id, those of an API key; all without it. */
  grants?: Readonly<Record<string, readonly Operation[]>>
}

const SYSTEM = {
  id: { type: 'string', format: 'uuid' },
  createdOn: { type: 'string', format: 'date-time' },
  updatedOn: { type: 'string', format: 'date-time' },
}

const MORE = {
  type: 'object',
  description: 'Relations with more rows than the answer has, by column.',
  additionalProperties: withoutDialect(MoreLinks.toJSONSchema()),
}
const ERROR = {
  description: 'An error: `code` is for programs, `message` for people.',
  content: jsonContent(withoutDialect(ErrorEnvelope.toJSONSchema()), ERROR_EXAMPLE),
}
const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of an app user, or an API key.',
}

/** Rows of relations that the call names in `$withRelation`. */
function expandOf(relations: readonly AppField[]): Json {
  const entries = relations.flatMap(({ name, target, isMany }) => {
    if (!target) return []
    const row = refTo(componentOf(target))
    return [[name, isMany ? listOf(row) : { anyOf: [row, { type: 'null' }] }] as const]
  })
  return {
    ...objectOf(Object.fromEntries(entries)),
    description: 'The related rows that `$withRelation` names.',
  }
}

function schemasOf(configuration: Configuration, table: Table): Json {
  const name = componentOf(table)
  if (table.type === 'Computed') return { [name]: objectOf({ id: { type: 'string' } }, ['id']) }
  const fields = fieldsOfTable(configuration, table)
  const propertiesOf = (some: readonly AppField[]) =>
    Object.fromEntries(some.map((field) => [field.name, jsonSchemaOfField(field)]))
  const read = propertiesOf(fields.filter(({ isRead }) => isRead))
  const needed = fields.filter(({ isNeeded }) => isNeeded).map((field) => field.name)
  const row = { ...SYSTEM, ...read, expand: expandOf(fields), $more: MORE }
  // Version 2 returns back-relations only if they are named.
  const always = fields.filter(({ isRead, isBack }) => isRead && !isBack).map((field) => field.name)
  return {
    [name]: objectOf(row, [...Object.keys(SYSTEM), ...always]),
    [`${name}Create`]: objectOf(propertiesOf(fields), needed),
    [`${name}Update`]: objectOf(propertiesOf(fields)),
  }
}

function parametersOf({ projectId, environment }: OpenapiOfTables): Json {
  const defaults: Json = { $projectId: projectId, $environment: environment }
  const { properties = {} } = RowQuery.toJSONSchema({ io: 'input' })
  const entries = Object.entries(properties).map(([name, schema]) => {
    const isGiven = name in defaults
    const { description, example } = describeParameter(name)
    const value = isGiven ? { ...(schema as Json), default: defaults[name] } : schema
    const shown = isGiven ? defaults[name] : example
    const parameter = { name, in: 'query', description, schema: value }
    return [
      name.slice(1),
      { ...parameter, ...(shown !== undefined && { example: shown }) },
    ] as const
  })
  const id = {
    name: 'id',
    in: 'path',
    description: 'The id of the row.',
    required: true,
    schema: { type: 'string' },
    example: SAMPLE_ID,
  }
  return { ...Object.fromEntries(entries), id }
}

/** Tables without a granted operation are left out, and so are relations to them. */
export function grantedTables(
  configuration: Configuration,
  { grants }: OpenapiOfTables,
): Configuration['tables'] {
  const isGranted = ({ id }: Table) => grants === undefined || (grants[id]?.length ?? 0) > 0
  return sortTables(configuration.tables).filter(isGranted)
}

/** Generates the OpenAPI 3.1 document of a project's tables. */
export function openapiOfTables(whole: Configuration, about: OpenapiOfTables): Json {
  const tables = grantedTables(whole, about)
  const configuration = { ...whole, tables }
  const merge = (parts: Json[]): Json => Object.assign({}, ...parts)
  const files = openapiOfFiles(configuration, tables)
  const tags = tables.map(({ name }) => ({ name, description: `Rows of the table ${name}.` }))
  const paths = merge([
    ...tables.flatMap((table) => [
      ...(table.type === 'Auth' ? [openapiOfAccounts(table)] : []),
      openapiOfRows(configuration, { table, operations: about.grants?.[table.id] }),
      openapiOfRelations(configuration, { table, operations: about.grants?.[table.id] }),
    ]),
    files,
  ])
  return {
    openapi: '3.1.1',
    info: {
      title: about.title,
      version: about.version,
      description: `The API of ${about.title} in ${about.environment}. Rules decide what each caller may do. Send the token of an app user or an API key as a bearer token, or nothing as a guest.`,
      license: { name: 'Set by the owner of the project', url: about.servers[0] ?? '' },
    },
    servers: about.servers.map((url) => ({ url })),
    tags: Object.keys(files).length > 0 ? [...tags, FILES_TAG] : tags,
    paths,
    components: {
      ...usedComponents(paths, {
        schemas: {
          ...merge(tables.map((table) => schemasOf(configuration, table))),
          File: withoutDialect(FileValue.toJSONSchema()),
        },
        parameters: parametersOf(about),
        responses: { Error: ERROR },
      }),
      securitySchemes: { bearer: BEARER },
    },
  }
}
