/** The subset of JSON Schema that completion reads. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
}

/** One path step: into a member of an object, whose string members select the union variant, or into an array. */
export type SchemaStep = { key: string; texts: Readonly<Record<string, string>> } | 'item'

function variantsOf(schema: JsonSchema): JsonSchema[] {
  const inner = schema.oneOf ?? schema.anyOf
  return inner ? inner.flatMap(variantsOf) : [schema]
}

/** Removes the union variants that contradict a string member in the text. */
export function fitting(schemas: readonly JsonSchema[], texts: Readonly<Record<string, string>>) {
  const fits = schemas.filter((schema) =>
    Object.entries(texts).every(([key, text]) => {
      const wanted = schema.properties?.[key]?.const
      return wanted === undefined || wanted === text
    }),
  )
  return fits.length > 0 ? fits : schemas
}

/** Every schema that can apply at the end of a path. */
export function findSchemas(root: JsonSchema, steps: readonly SchemaStep[]): JsonSchema[] {
  return steps.reduce<JsonSchema[]>((now, step) => {
    const next =
      step === 'item'
        ? now.map((schema) => schema.items)
        : fitting(now, step.texts).map((schema) => schema.properties?.[step.key])
    return next.flatMap((schema) => (schema ? variantsOf(schema) : []))
  }, variantsOf(root))
}

/** The keys an object can have, each with a description of its type. */
export function listKeys(schemas: readonly JsonSchema[]): { key: string; detail: string }[] {
  const keys = new Map<string, string>()
  for (const { properties = {} } of schemas) {
    for (const [key, schema] of Object.entries(properties)) {
      if (!keys.has(key)) keys.set(key, schema.type ?? '')
    }
  }
  return [...keys].map(([key, detail]) => ({ key, detail }))
}

/** The enum and const values of the schemas. */
export function listValues(schemas: readonly JsonSchema[]): unknown[] {
  const values = schemas.flatMap((schema) => {
    if (schema.const !== undefined) return [schema.const]
    if (schema.enum) return schema.enum
    if (schema.type === 'boolean') return [true, false]
    return schema.type === 'null' ? [null] : []
  })
  return [...new Set(values)]
}
