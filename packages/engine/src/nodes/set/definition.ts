import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, group, json } from '../parts/properties.ts'

export const set: NodeDefinition = {
  name: 'set',
  display_name: 'Set',
  description: 'Creates a value',
  category: 'Flow',
  input_schemas: {
    default: group({
      value: json('Value', {
        default: '{}',
        placeholder: '{ "name": "{{ $in.name }}" }',
        editor: 'values',
      }),
      keep: choice('Result', {
        only: 'This value alone',
        input: 'The input with these fields added',
      }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
