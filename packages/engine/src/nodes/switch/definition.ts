import type { NodeDefinition } from '@plinth/contract'
import { handles } from '../parts/connections.ts'
import { group, text } from '../parts/properties.ts'

export const CASES = ['1', '2', '3', '4', '5'] as const

export const switchNode: NodeDefinition = {
  name: 'switch',
  display_name: 'Switch',
  description: 'Branches on a value',
  category: 'Flow',
  input_schemas: {
    default: group({
      value: text('Value', { placeholder: '{{ $in.status }}' }),
      ...Object.fromEntries(CASES.map((name) => [`case_${name}`, text(`Case ${name}`)])),
    }),
  },
  connection_config: handles(['input'], [...CASES.map((name) => `case ${name}`), 'otherwise']),
}
