import { Configuration } from '@plinth/contract'

/** The JSON Schema of what people may write in the raw JSON editor: defaults may be left out. */
export function jsonSchemaOfConfiguration(): Record<string, unknown> {
  return { ...Configuration.toJSONSchema({ io: 'input' }) }
}
