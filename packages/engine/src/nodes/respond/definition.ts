import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, group, json, number } from '../parts/properties.ts'

export const respond: NodeDefinition = {
  name: 'respond',
  display_name: 'Respond',
  description: 'Answers the caller',
  category: 'Flow',
  input_schemas: {
    default: group({
      value: json('Answer', { default: '{{ $in }}' }),
      status: number('Status', { min: 200, max: 599, default: 200 }),
      headers: json('Headers', { default: '{}', height: 80, editor: 'texts' }),
      redirects: choice('Allow redirects', { no: 'No', yes: 'Yes' }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
