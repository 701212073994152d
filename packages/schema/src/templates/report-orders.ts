import { amount, type Template, text } from './template.ts'

const id = '00000000-0000-0000-0000-000000000000'

export const reportOrders: Template = {
  name: 'Report large orders',
  description: 'Writes a notice for each new order of 100 or more.',
  tables: [
    { name: 'orders', columns: [text('customer'), amount('total')] },
    { name: 'notices', columns: [text('text', 1000), text('orderId')] },
  ],
  nodes: [
    {
      id: 'order',
      kind: 'trigger-row',
      label: 'Large order created',
      x: 40,
      y: 40,
      parameters: { table: 'orders', event: 'created', filter: 'total >= 100' },
    },
    {
      id: 'report',
      kind: 'database',
      label: 'Write a notice',
      x: 440,
      y: 40,
      parameters: {
        action: 'create',
        table: 'notices',
        row: '{ "text": "A new order of {{ $in.row.total }}", "orderId": "{{ $trigger.id }}" }',
      },
    },
  ],
  sample: {
    event: 'created',
    table: 'orders',
    id,
    row: { id, customer: 'Ada', total: 250 },
    old: null,
    by: null,
  },
}
