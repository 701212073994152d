import { createWorkflow } from '@plinth/contract'

/** JSON Schema of a workflow as it is saved; fields with defaults are optional. */
export function jsonSchemaOfWorkflow(): Record<string, unknown> {
  return { ...createWorkflow.body?.toJSONSchema({ io: 'input' }) }
}
