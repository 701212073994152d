import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../connections.ts'
import { choice, group, text } from '../properties.ts'

export const triggerRow: NodeDefinition = {
  name: 'trigger-row',
  display_name: 'Row event',
  description: 'Starts the workflow when a row is created, updated or deleted.',
  category: 'Triggers',
  input_schemas: {
    default: group({
      table: text('Table', { placeholder: 'orders' }),
      event: choice('Event', { created: 'Created', updated: 'Updated', deleted: 'Deleted' }),
      filter: text('Only rows where', { placeholder: 'total > 100' }),
    }),
  },
  connection_config: STARTS_A_RUN,
}
