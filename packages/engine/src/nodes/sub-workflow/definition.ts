import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { group, json, text } from '../parts/properties.ts'

export const subWorkflow: NodeDefinition = {
  name: 'sub-workflow',
  display_name: 'Call a workflow',
  description: 'Runs another workflow',
  category: 'Flow',
  input_schemas: {
    default: group({
      workflow: text('Workflow', { placeholder: 'its name' }),
      input: json('Start data', { default: '{{ $in }}' }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
