import type { NodeDefinition } from '@plinth/contract'
import { handles } from '../parts/connections.ts'
import { choice, group, number, text } from '../parts/properties.ts'

/** `done` must be first: an inactive loop passes its input to the first output. */
export const loop: NodeDefinition = {
  name: 'loop',
  display_name: 'Loop over items',
  description: 'Repeats nodes for each item',
  category: 'Flow',
  input_schemas: {
    default: group({
      items: text('Items', { default: '{{ $in }}' }),
      at_once: number('Items at once', { min: 1, max: 20, default: 1 }),
      on_failure: choice('When an item fails', {
        stop: 'the loop fails',
        continue: 'Use the error as its result and continue',
      }),
    }),
  },
  connection_config: handles(['input'], ['done', 'item']),
}
