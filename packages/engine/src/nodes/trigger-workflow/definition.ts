import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../parts/connections.ts'

export const triggerWorkflow: NodeDefinition = {
  name: 'trigger-workflow',
  display_name: 'Called by workflow',
  description: 'Starts from a workflow',
  category: 'Triggers',
  input_schemas: {},
  connection_config: STARTS_A_RUN,
}
