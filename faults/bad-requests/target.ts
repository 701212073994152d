import {
  type Endpoint,
  type OpenapiOperation,
  openapiDocument,
} from '../../packages/contract/src/index.ts'
import type { Random } from '../stack/random.ts'
import { ODD_METHODS } from './odd-values.ts'
import { type SampleSource, type Schema, sampleOf } from './sample-of.ts'

/** A served route, with a generator of valid requests. */
export interface Target {
  endpoint: Endpoint
  /** Methods that this path does not support. */
  otherMethods: readonly string[]
  sample(): Sample
}

export interface Sample {
  params: Record<string, string>
  query: Record<string, string>
  /** Undefined for a call without a body. */
  body: unknown
}

function bodySchema(operation: OpenapiOperation): Schema | undefined {
  const content = operation.requestBody?.content as Record<string, { schema: Schema }> | undefined
  return content?.['application/json']?.schema
}

function sampleParameters(
  operation: OpenapiOperation,
  place: 'path' | 'query',
  source: SampleSource,
) {
  const named = operation.parameters.filter((parameter) => parameter.in === place)
  return Object.fromEntries(
    named.map(({ name, schema }) => {
      const real = source.fields[name]
      return [name, String(real ? real() : sampleOf(schema as Schema, source))]
    }),
  )
}

/** One target per route, generated from the contract; `fields` gives real ids and values by field name. */
export function makeTargets(
  endpoints: readonly Endpoint[],
  options: { random: Random; fields: Record<string, () => unknown> },
): Target[] {
  const document = openapiDocument({ version: '0', endpoints, servers: [] })
  const source: SampleSource = { ...options, components: document.components.schemas }
  return endpoints.map((endpoint) => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    if (!operation) throw new Error(`${endpoint.name} has no operation`)
    const schema = bodySchema(operation)
    const served = Object.keys(document.paths[endpoint.path] ?? {}).map((m) => m.toUpperCase())
    return {
      endpoint,
      otherMethods: ODD_METHODS.filter((method) => !served.includes(method)),
      sample: () => ({
        params: sampleParameters(operation, 'path', source),
        query: sampleParameters(operation, 'query', source),
        body: schema && sampleOf(schema, source),
      }),
    }
  })
}
