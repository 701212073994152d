import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../connections.ts'
import { choice, group } from '../properties.ts'

export const triggerWebhook: NodeDefinition = {
  name: 'trigger-webhook',
  display_name: 'Webhook',
  description: 'Starts the workflow when its address is called.',
  category: 'Triggers',
  input_schemas: {
    default: group({
      method: choice('Method', { POST: 'POST', GET: 'GET', PUT: 'PUT', DELETE: 'DELETE' }),
      answer: choice('Answer', {
        'at-once': 'At once, when the run is accepted',
        result: "With the run's result",
      }),
    }),
  },
  connection_config: STARTS_A_RUN,
}
