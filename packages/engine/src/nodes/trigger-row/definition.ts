import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../parts/connections.ts'
import { choice, group, rowFilter, table } from '../parts/properties.ts'

export const triggerRow: NodeDefinition = {
  name: 'trigger-row',
  display_name: 'Row event',
  description: 'Starts when a row changes',
  category: 'Triggers',
  input_schemas: {
    default: group({
      table: table('Table'),
      event: choice('Event', {
        created: 'Created',
        updated: 'Updated',
        deleted: 'Deleted',
        saved: 'Created or updated',
        any: 'Created, updated or deleted',
      }),
      filter: rowFilter('Only rows where', { placeholder: 'total > 100' }),
    }),
  },
  connection_config: STARTS_A_RUN,
}
