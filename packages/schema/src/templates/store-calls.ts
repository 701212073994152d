import { type Template, text } from './template.ts'

export const storeCalls: Template = {
  name: 'Store webhook calls',
  description: 'Writes each call of a webhook into a table and answers with the id of the row.',
  tables: [
    {
      name: 'calls',
      columns: [text('method'), { name: 'body', type: 'json', options: { nesting: 60 } }],
    },
  ],
  nodes: [
    {
      id: 'call',
      kind: 'trigger-webhook',
      label: 'Call received',
      x: 40,
      y: 40,
      parameters: { method: 'POST', answer: 'result' },
    },
    {
      id: 'store',
      kind: 'database',
      label: 'Store the call',
      x: 440,
      y: 40,
      parameters: {
        action: 'create',
        table: 'calls',
        row: '{ "method": "{{ $in.method }}", "body": "{{ $in.body }}" }',
      },
    },
    {
      id: 'answer',
      kind: 'respond',
      label: 'Answer',
      x: 40,
      y: 340,
      parameters: { value: '{ "id": "{{ $in.id }}" }', status: 201 },
    },
  ],
  sample: {
    method: 'POST',
    path: '',
    query: {},
    headers: { 'content-type': 'application/json' },
    body: { event: 'paid', invoice: { number: 7, total: 39.9 } },
  },
}
