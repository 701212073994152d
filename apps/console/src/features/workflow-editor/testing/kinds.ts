import { NodeDefinition } from '@plinth/contract'

interface Kind {
  inputs?: string[]
  outputs?: string[]
  schemas?: Record<string, Record<string, unknown>>
}

/** A node definition for tests. */
export function kind(
  name: string,
  { inputs = ['main'], outputs = ['main'], schemas = {} }: Kind = {},
) {
  return NodeDefinition.parse({
    name,
    display_name: name[0]?.toUpperCase() + name.slice(1),
    description: `Does ${name}`,
    category: 'Test',
    input_schemas: schemas,
    connection_config: { inputs: { types: inputs }, outputs: { types: outputs } },
  })
}
