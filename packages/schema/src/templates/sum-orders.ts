import { amount, type Template, text } from './template.ts'

const SUM = `const total = $in.reduce((sum, order) => sum + (order.total ?? 0), 0)
return { until: $now, orders: $in.length, total: Math.round(total * 100) / 100 }`

export const sumOrders: Template = {
  name: 'Sum the orders of each hour',
  description: 'Every hour, writes the number and the sum of its orders into a table.',
  tables: [
    { name: 'orders', columns: [text('customer'), amount('total')] },
    {
      name: 'hourlyTotals',
      columns: [
        { name: 'until', type: 'date' },
        { name: 'orders', type: 'number' },
        amount('total'),
      ],
    },
  ],
  nodes: [
    {
      id: 'hour',
      kind: 'trigger-schedule',
      label: 'Every hour',
      x: 40,
      y: 40,
      parameters: { cron: '0 * * * *', timezone: 'UTC' },
    },
    {
      id: 'from',
      kind: 'javascript',
      label: 'An hour ago',
      x: 440,
      y: 40,
      parameters: { code: 'return new Date(Date.parse($now) - 3600000).toISOString()' },
    },
    {
      id: 'orders',
      kind: 'database',
      label: 'Orders of the hour',
      x: 40,
      y: 340,
      parameters: {
        action: 'list',
        table: 'orders',
        filter: 'createdOn >= "{{ $in }}"',
        limit: 1000,
      },
    },
    { id: 'sum', kind: 'javascript', label: 'Sum them', x: 440, y: 340, parameters: { code: SUM } },
    {
      id: 'write',
      kind: 'database',
      label: 'Write the total',
      x: 40,
      y: 640,
      parameters: { action: 'create', table: 'hourlyTotals', row: '{{ $in }}' },
    },
  ],
  sample: { scheduledFor: '2026-01-01T09:00:00.000Z', timezone: 'UTC' },
}
