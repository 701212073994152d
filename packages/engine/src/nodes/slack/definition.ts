import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { credential, group, json, prose, text } from '../parts/properties.ts'

export const slack: NodeDefinition = {
  name: 'slack',
  display_name: 'Slack',
  description: 'Posts to a Slack channel',
  category: 'Communication',
  input_schemas: {
    default: group({
      credential: credential('Credential', 'slack'),
      channel: text('Channel', { placeholder: '#orders' }),
      message: prose('Message'),
    }),
    more: group({ blocks: json('Blocks', { default: '[]' }) }),
  },
  connection_config: ONE_TO_ONE,
}
