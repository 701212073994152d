import type * as z from 'zod'
import { collectSchemas, type Direction, type Json } from './openapi-schemas.ts'
import { ErrorEnvelope } from './protocol/api-error.ts'
import type { Access, Endpoint } from './protocol/endpoint.ts'

export interface OpenapiOperation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[]
  requestBody?: { required: boolean; content: Json }
  responses: Json
  'x-access': Access
}

export interface OpenapiDocument {
  openapi: '3.1.1'
  info: { title: string; version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenapiOperation>>
  components: Record<'schemas' | 'responses' | 'securitySchemes', Json>
}

type SchemaOf = (shape: z.ZodType, io: Direction) => Json

/** Tags of paths whose first segment is not the name of their area. */
const AREA_OF: Record<string, string> = {
  orgUsers: 'member',
  user: 'member',
  configuration: 'project',
  region: 'project',
  explain: 'data',
  imgupload: 'file',
  imgdownloadurl: 'file',
  health: 'platform',
  'openapi.json': 'platform',
}

function areaOf(path: string): string {
  const inProject = /^\/api\/project\/\{projectId\}\/([^/]+)/.exec(path)?.[1]
  const word = inProject ?? /^\/(?:api\/)?([^/]+)/.exec(path)?.[1] ?? ''
  return AREA_OF[word] ?? word
}

function securityOf(access: Access): OpenapiOperation['security'] {
  if (access === 'public') return []
  return access === 'rules' ? [{ bearer: [] }, {}] : [{ bearer: [] }]
}

function parametersOf(place: 'path' | 'query', shape: z.ZodType | undefined, schemaOf: SchemaOf) {
  if (shape === undefined) return []
  const schema = schemaOf(shape, 'input') as { properties?: Json; required?: string[] }
  // A query without fixed names has no properties; one free-form parameter represents all of them.
  if (schema.properties === undefined) {
    return [{ name: 'parameters', in: place, required: false, schema }]
  }
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }))
}

function answerOf(endpoint: Endpoint, schemaOf: SchemaOf): Json {
  const schema = schemaOf(endpoint.answer, 'output')
  if (endpoint.sendsFile) return { 'application/octet-stream': { schema } }
  return endpoint.streams ? { 'text/event-stream': { schema } } : json(schema)
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}

function operationOf(endpoint: Endpoint, schemaOf: SchemaOf): OpenapiOperation {
  const { name, summary, path, access, body, status = 200 } = endpoint
  return {
    operationId: name,
    summary,
    tags: [areaOf(path)],
    security: securityOf(access),
    parameters: [
      ...parametersOf('path', endpoint.params, schemaOf),
      ...parametersOf('query', endpoint.query, schemaOf),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: json(schemaOf(body, 'input')),
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
      default: { $ref: '#/components/responses/Error' },
    },
    'x-access': access,
  }
}

/** Generates the OpenAPI 3.1 document from the endpoint values. */
export function openapiDocument(options: {
  version: string
  endpoints: readonly Endpoint[]
}): OpenapiDocument {
  const { schemas, schemaOf } = collectSchemas()
  const paths: OpenapiDocument['paths'] = {}
  for (const endpoint of options.endpoints) {
    const operation = operationOf(endpoint, schemaOf)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation }
  }
  const failure = {
    description: 'An error',
    content: json(schemaOf(ErrorEnvelope, 'output')),
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Plinth', version: options.version },
    tags: [...new Set(options.endpoints.map(({ path }) => areaOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: { Error: failure },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
