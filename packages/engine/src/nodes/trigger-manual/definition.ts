import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../parts/connections.ts'
import { group, json } from '../parts/properties.ts'

export const triggerManual: NodeDefinition = {
  name: 'trigger-manual',
  display_name: 'Manual',
  description: 'Starts with Execute',
  category: 'Triggers',
  input_schemas: {
    default: group({ data: json('Start data', { default: '{}' }) }),
  },
  connection_config: STARTS_A_RUN,
}
