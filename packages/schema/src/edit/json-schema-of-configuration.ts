import { Configuration } from '@plinth/contract'

/** JSON Schema for the raw JSON editor; fields with defaults are optional. */
export function jsonSchemaOfConfiguration(): Record<string, unknown> {
  return { ...Configuration.toJSONSchema({ io: 'input' }) }
}
