import type { Table } from '@plinth/contract'

export type Json = Record<string, unknown>

/** Schemas inside an OpenAPI document must not repeat `$schema`. */
export function withoutDialect({ $schema, ...schema }: object & { $schema?: unknown }): Json {
  return schema
}

/** A name that components and operations may have. */
export const componentOf = ({ name, id }: Pick<Table, 'name' | 'id'>): string =>
  /^\w[\w.-]*$/.test(name) ? name : id

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export const jsonContent = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

const ERROR = { $ref: '#/components/responses/Error' }

/** The responses of a call: its answer, and the error that all share. */
export const responsesOf = (
  description: string,
  { status = '200', schema, example }: { status?: string; schema: Json; example?: unknown },
): Json => ({
  [status]: { description, content: jsonContent(schema, example) },
  '4XX': ERROR,
  default: ERROR,
})

export const objectOf = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

export const dataOf = (schema: Json, more: Json = {}): Json =>
  objectOf({ data: schema, ...more }, ['data'])

export const listOf = (items: Json): Json => ({ type: 'array', items })

/** References to the shared parameters. */
export const parameterRefs = (names: readonly string[]): Json[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name.replace('$', '')}` }))
