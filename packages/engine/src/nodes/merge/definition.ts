import type { NodeDefinition } from '@plinth/contract'
import { handles } from '../parts/connections.ts'
import { choice, group } from '../parts/properties.ts'

export const merge: NodeDefinition = {
  name: 'merge',
  display_name: 'Merge',
  description: 'Joins branches into one',
  category: 'Flow',
  input_schemas: {
    default: group({
      mode: choice('Result', {
        keyed: 'An object with one entry for each input',
        list: 'One list of everything',
        assign: 'One object with the fields of all',
        first: 'The first input that has a value',
      }),
    }),
  },
  connection_config: handles(['first', 'second', 'third', 'fourth'], ['output']),
}
