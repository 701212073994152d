import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../parts/connections.ts'
import { group, text } from '../parts/properties.ts'

export const triggerError: NodeDefinition = {
  name: 'trigger-error',
  display_name: 'Workflow failed',
  description: 'Starts when a run fails',
  category: 'Triggers',
  input_schemas: {
    default: group({ workflow: text('Workflow', { placeholder: 'empty: any workflow' }) }),
  },
  connection_config: STARTS_A_RUN,
}
