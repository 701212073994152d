import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { group, number, script } from '../parts/properties.ts'

export const javascript: NodeDefinition = {
  name: 'javascript',
  display_name: 'JavaScript',
  description: 'Runs a script on its input',
  category: 'Code',
  input_schemas: {
    default: group({
      code: script('Script', 'javascript', { default: 'return $in' }),
      time_limit: number('Time limit in seconds', { min: 1, max: 60, default: 10 }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
