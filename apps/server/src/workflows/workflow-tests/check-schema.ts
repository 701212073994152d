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

/** Lists of schemas, of which zod reads the last one alone where there is no `type`. */
const COMBINED = ['anyOf', 'oneOf', 'allOf']
const REMARKS = ['title', 'description', '$schema']

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

/** A list of values is compared without looking at other keywords, and by identity. */
function findUncheckedValue(schema: JsonObject, key: 'enum' | 'const'): string | undefined {
  const values = key === 'enum' ? schema.enum : [schema.const ?? null]
  if (!Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null))
    return `has ${key === 'enum' ? 'an "enum"' : 'a "const"'} with a list or an object: use "equal" instead`
  if (schema.type === undefined) return undefined
  const types = [schema.type].flat().map((type) => TYPES[String(type)])
  const isOfType = (value: Json) => types.some((accepts) => accepts?.(value))
  return values.every(isOfType) ? undefined : `has values in "${key}" that are not of its "type"`
}

/** A keyword that zod would ignore beside others, so that a test with it could not fail. */
function findIgnored(schema: JsonObject): string | undefined {
  const has = (key: string) => Object.hasOwn(schema, key)
  const single = (['enum', 'const'] as const).find(has)
  const combined = COMBINED.find(has)
  const subject = single ?? (has('type') ? undefined : combined)
  if (subject === undefined) return undefined
  const read = [subject, ...REMARKS, ...(single ? ['type'] : [])]
  const ignored = Object.keys(schema).find((key) => !read.includes(key))
  if (ignored !== undefined)
    return `has "${ignored}" beside "${subject}", where it is not checked. Put both into "allOf".`
  return single && findUncheckedValue(schema, single)
}

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
  const ignored = findIgnored(schema)
  if (ignored !== undefined) return ignored
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
