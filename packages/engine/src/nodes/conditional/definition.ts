import type { NodeDefinition } from '@plinth/contract'
import { handles } from '../parts/connections.ts'
import { choice, group, text } from '../parts/properties.ts'

const OPERATORS = {
  equals: 'is equal to',
  'not-equals': 'is not equal to',
  greater: 'is greater than',
  'greater-or-equal': 'is greater than or equal to',
  less: 'is less than',
  'less-or-equal': 'is less than or equal to',
  contains: 'contains',
  'starts-with': 'starts with',
  'ends-with': 'ends with',
  'is-empty': 'is empty',
  'is-not-empty': 'is not empty',
  'is-true': 'is true',
  'is-false': 'is false',
} as const
export type Operator = keyof typeof OPERATORS

export const conditional: NodeDefinition = {
  name: 'conditional',
  display_name: 'Condition',
  description: 'Branches on a condition',
  category: 'Flow',
  input_schemas: {
    default: group({
      left: text('Value', { placeholder: '{{ $in.total }}' }),
      operator: choice('Condition', OPERATORS),
      right: text('Compared with'),
    }),
  },
  connection_config: handles(['input'], ['true', 'false']),
}
