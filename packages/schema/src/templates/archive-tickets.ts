import { type Template, text } from './template.ts'

export const archiveTickets: Template = {
  name: 'Archive old tickets',
  description: 'Every night, archives the tickets that were closed more than 30 days ago.',
  tables: [
    {
      name: 'tickets',
      columns: [
        text('title'),
        {
          name: 'status',
          type: 'select',
          options: { selectOptions: ['open', 'closed', 'archived'], default: 'open' },
        },
        { name: 'closedOn', type: 'date' },
      ],
    },
  ],
  nodes: [
    {
      id: 'night',
      kind: 'trigger-schedule',
      label: 'Every night',
      x: 40,
      y: 40,
      parameters: { cron: '0 3 * * *', timezone: 'UTC' },
    },
    {
      id: 'limit',
      kind: 'javascript',
      label: '30 days ago',
      x: 440,
      y: 40,
      parameters: { code: 'return new Date(Date.parse($now) - 30 * 86400000).toISOString()' },
    },
    {
      id: 'old',
      kind: 'database',
      label: 'Find old tickets',
      x: 40,
      y: 340,
      parameters: {
        action: 'list',
        table: 'tickets',
        filter: 'status = "closed" && closedOn < "{{ $in }}"',
        sort: 'closedOn',
        limit: 1000,
      },
    },
    { id: 'each', kind: 'loop', label: 'For each ticket', x: 440, y: 340, parameters: {} },
    {
      id: 'archive',
      kind: 'database',
      label: 'Archive it',
      x: 40,
      y: 640,
      parameters: {
        action: 'update',
        table: 'tickets',
        id: '{{ $in.id }}',
        row: '{ "status": "archived" }',
      },
      after: ['each', 'item'],
    },
  ],
  sample: { scheduledFor: '2026-01-01T03:00:00.000Z', timezone: 'UTC' },
}
