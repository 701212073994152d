import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, credential, group, number, prose, text } from '../parts/properties.ts'

export const chatgpt: NodeDefinition = {
  name: 'chatgpt',
  display_name: 'ChatGPT',
  description: 'Asks a language model',
  category: 'AI',
  input_schemas: {
    default: group({
      credential: credential('Credential', 'api-credential'),
      model: text('Model', { default: 'gpt-4o-mini' }),
      system: prose('Instructions', { height: 100, default: '' }),
      prompt: prose('Message', { placeholder: 'Summarise: {{ $in.text }}' }),
    }),
    answer: group({
      format: choice('Answer as', { text: 'Text', json: 'JSON' }),
      temperature: number('Temperature', { min: 0, max: 2, step: 0.1, default: 1 }),
      max_tokens: number('Maximum response tokens (0: model default)', {
        min: 0,
        default: 0,
      }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
