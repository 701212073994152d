import type * as z from 'zod'
import { areaOf, tagsOf } from './openapi-areas.ts'
import { describeEndpoint, describeParameter } from './openapi-describe.ts'
import { ERROR_EXAMPLE, EXAMPLES } from './openapi-examples.ts'
import { collectSchemas, type Direction, type Json } from './openapi-schemas.ts'
import { ErrorEnvelope } from './protocol/api-error.ts'
import type { Access, Endpoint } from './protocol/endpoint.ts'
import { RowQuery } from './rows/row.ts'

export interface OpenapiOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: {
    name: string
    in: 'path' | 'query'
    description: string
    required: boolean
    schema: unknown
    example?: unknown
  }[]
  requestBody?: { required: boolean; content: Json }
  responses: Json
  'x-access': Access
}

export interface OpenapiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenapiOperation>>
  components: Record<'schemas' | 'responses' | 'securitySchemes', Json>
}

type SchemaOf = (shape: z.ZodType, io: Direction) => Json

function securityOf(access: Access): OpenapiOperation['security'] {
  if (access === 'public') return []
  return access === 'rules' ? [{ bearer: [] }, {}] : [{ bearer: [] }]
}

function parametersOf(place: 'path' | 'query', shape: z.ZodType | undefined, schemaOf: SchemaOf) {
  if (shape === undefined) return []
  const schema = schemaOf(shape, 'input') as { properties?: Json; required?: string[] }
  // A query without fixed names has no properties; one free-form parameter represents all of them.
  if (schema.properties === undefined) {
    const description = 'Free parameters.'
    return [{ name: 'parameters', in: place, description, required: false, schema }]
  }
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    ...describeParameter(name),
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }))
}

/** Parameters of row calls that are about one row; the others are those of lists. */
const ONE_ROW = ['$projectId', '$environment', '$columns', '$withRelation', '$version'] as const

/** The query of an endpoint as far as it has an effect. */
function queryOf({ name, query }: Endpoint): z.ZodType | undefined {
  if (query !== RowQuery || name === 'listRows') return query
  return RowQuery.pick(Object.fromEntries(ONE_ROW.map((one) => [one, true])) as never)
}

function answerOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  const schema = schemaOf(endpoint.answer, 'output')
  if (endpoint.sendsFile) return { 'application/octet-stream': { schema } }
  if (endpoint.streams) return { 'text/event-stream': { schema } }
  return json(schema, EXAMPLES[endpoint.name]?.answer)
}

function json(schema: Json, example?: unknown): Json {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

function operationOf(endpoint: Endpoint, schemaOf: SchemaOf): OpenapiOperation {
  const { name, summary, path, access, body, status = 200 } = endpoint
  return {
    operationId: name,
    summary,
    description: describeEndpoint(endpoint),
    tags: [areaOf(path)],
    security: securityOf(access),
    parameters: [
      ...parametersOf('path', endpoint.params, schemaOf),
      ...parametersOf('query', queryOf(endpoint), schemaOf),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: json(schemaOf(body, 'input'), EXAMPLES[name]?.body),
      },
    }),
    ...(endpoint.takesLines && {
      requestBody: {
        required: true,
        content: { 'application/x-ndjson': { schema: { type: 'string' } } },
      },
    }),
    responses: {
      [status]: { description: 'Success', content: answerOf(endpoint, schemaOf) },
      '4XX': { $ref: '#/components/responses/Error' },
      default: { $ref: '#/components/responses/Error' },
    },
    'x-access': access,
  }
}

/** Generates the OpenAPI 3.1 document from the endpoint values. */
export function openapiDocument(options: {
  version: string
  endpoints: readonly Endpoint[]
  /** Addresses of the installation, the default first. */
  servers: readonly string[]
}): OpenapiDocument {
  const { schemas, schemaOf } = collectSchemas()
  const paths: OpenapiDocument['paths'] = {}
  for (const endpoint of options.endpoints) {
    const operation = operationOf(endpoint, schemaOf)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  const failure = {
    description: 'An error: `code` is for programs, `message` for people.',
    content: json(schemaOf(ErrorEnvelope, 'output'), ERROR_EXAMPLE),
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Plinth',
      version: options.version,
      description:
        'The API of a Plinth installation. The rows of a project have a document of their own, with the types of its tables.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: options.servers.map((url) => ({ url })),
    tags: tagsOf(options.endpoints.map(({ path }) => path)),
    paths,
    components: {
      schemas,
      responses: { Error: failure },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of staff or of an app user, or the secret of an API key.',
        },
      },
    },
  }
}
