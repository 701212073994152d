import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, group, number, text } from '../parts/properties.ts'

export const wait: NodeDefinition = {
  name: 'wait',
  display_name: 'Wait',
  description: 'Pauses the run',
  category: 'Flow',
  input_schemas: {
    default: group({
      until: choice('Wait', { duration: 'For a time', moment: 'Until a moment' }),
      amount: number('How long', {
        min: 0,
        default: 1,
        shown_when: { parameter: 'until', values: ['duration'] },
      }),
      unit: choice(
        'Unit',
        { seconds: 'Seconds', minutes: 'Minutes', hours: 'Hours', days: 'Days' },
        { shown_when: { parameter: 'until', values: ['duration'] } },
      ),
      moment: text('Moment', {
        placeholder: '2027-01-31T09:00:00Z',
        shown_when: { parameter: 'until', values: ['moment'] },
      }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
