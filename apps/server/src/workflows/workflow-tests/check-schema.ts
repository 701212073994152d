import type { Json, JsonObject } from '@plinth/engine'
import * as z from 'zod'
import { isJsonObject } from '../../foundation/platform/stored-json.ts'

/** One of these says what a schema is about; other keywords would be ignored without it. */
const SUBJECTS = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf']
/** Patterns are not among them: they could block the process. */
const KEYWORDS = new Set([
  ...SUBJECTS,
  ...['title', 'description', '$schema', 'format', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
])

function partsOf(schema: JsonObject): Json[] {
  const { properties, items, contains, additionalProperties } = schema
  const lists = [schema.anyOf, schema.oneOf, schema.allOf].filter((list) => Array.isArray(list))
  const fields =
    properties !== undefined && isJsonObject(properties) ? Object.values(properties) : []
  const single = [items, contains, additionalProperties].filter((one) => one !== undefined)
  return [...fields, ...lists.flat(), ...single]
}

function findUnread(schema: Json): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isJsonObject(schema)) return 'must be a JSON schema'
  const unknown = Object.keys(schema).find((key) => !KEYWORDS.has(key))
  if (unknown === 'pattern') return 'has a pattern: use "matches" for the text instead'
  if (unknown !== undefined) return `has "${unknown.slice(0, 50)}", which is not supported`
  if (Object.keys(schema).length > 0 && !SUBJECTS.some((name) => Object.hasOwn(schema, name)))
    return 'has a part without a "type"'
  return partsOf(schema)
    .map(findUnread)
    .find((problem) => problem !== undefined)
}

/** Required fields without a schema of their own would be ignored. */
function withRequired(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withRequired)
  if (!isJsonObject(schema)) return schema
  const parts = Object.entries(schema).map(([key, value]) => [key, withRequired(value)])
  const whole: JsonObject = Object.fromEntries(parts)
  if (!Array.isArray(schema.required)) return whole
  const missing = Object.fromEntries(schema.required.map((name) => [String(name), {}]))
  const own =
    whole.properties !== undefined && isJsonObject(whole.properties) ? whole.properties : {}
  return { ...whole, properties: { ...missing, ...own } }
}

function toZod(schema: Json): z.ZodType {
  return z.fromJSONSchema(withRequired(schema) as Parameters<typeof z.fromJSONSchema>[0])
}

/** Why a JSON schema cannot be used; undefined if it can. */
export function findSchemaProblem(schema: Json): string | undefined {
  if (!isJsonObject(schema)) return 'must be a JSON schema'
  const problem = findUnread(schema)
  if (problem !== undefined) return problem
  try {
    toZod(schema)
    return undefined
  } catch {
    return 'is not a JSON schema that can be read'
  }
}

/** Why a value does not satisfy a schema; undefined if it does. */
export function findViolation(schema: Json, value: Json): string | undefined {
  const problem = findSchemaProblem(schema)
  if (problem !== undefined) return `cannot be checked: the schema ${problem}`
  const read = toZod(schema).safeParse(value)
  if (read.success) return undefined
  const path = z.core.toDotPath(read.error.issues[0]?.path ?? [])
  return `does not satisfy the schema${path === '' ? '' : ` at ${path}`}`
}
