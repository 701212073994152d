import type { Random } from '../stack/random.ts'

export type Schema = Record<string, unknown>

/** Input of a sample: named schemas, a choice among variants, and fields that must be real. */
export interface SampleSource {
  components: Record<string, unknown>
  random: Random
  fields: Record<string, () => unknown>
}

function sampleText(schema: Schema): string {
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : ''
  if (/^\^[a-z]{3}_\[/.test(pattern)) return `${pattern.slice(1, 5)}${'0'.repeat(26)}`
  if (pattern.includes('@')) return 'somebody@example.com'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
  return 'sample'.padEnd(Number(schema.minLength ?? 0), 'x')
}

function sampleObject(schema: Schema, source: SampleSource): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      const real = part.type === 'string' ? source.fields[name] : undefined
      return [name, real ? real() : sampleOf(part, source)]
    }),
  )
}

/** A value that a JSON Schema accepts, with every optional field set. */
export function sampleOf(schema: Schema, source: SampleSource): unknown {
  if (typeof schema.$ref === 'string') {
    const target = source.components[schema.$ref.split('/').at(-1) ?? '']
    return schema.$ref.endsWith('/JsonValue') ? {} : sampleOf((target ?? {}) as Schema, source)
  }
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return source.random.pick(schema.enum)
  const variants = (schema.oneOf ?? schema.anyOf ?? []) as Schema[]
  if (variants.length > 0) return sampleOf(source.random.pick(variants), source)
  if (schema.type === 'object') return sampleObject(schema, source)
  if (schema.type === 'array') return [sampleOf((schema.items ?? {}) as Schema, source)]
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  if (schema.type === 'integer' || schema.type === 'number') {
    return Math.max(1, Number(schema.minimum ?? 1))
  }
  return sampleText(schema)
}
