import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, group, json, number, text } from '../parts/properties.ts'
import { OTHER_DATABASE, OWN_TABLES, sourceProperties } from '../parts/sql-server.ts'

const forAction = (...values: string[]) => ({ shown_when: { parameter: 'action', values } })
const ofOwn = (...values: string[]) => ({
  shown_when: { parameter: 'action', values, also: OWN_TABLES },
})
const ofOther = (...values: string[]) => ({
  shown_when: { parameter: 'action', values, also: OTHER_DATABASE },
})

export const database: NodeDefinition = {
  name: 'database',
  display_name: 'Database',
  description: 'Reads and changes rows',
  category: 'Data',
  input_schemas: {
    default: group({
      ...sourceProperties,
      action: choice('Action', {
        list: 'List rows',
        get: 'Get a row',
        create: 'Create a row',
        update: 'Update a row',
        delete: 'Delete a row',
      }),
      table: text('Table', { placeholder: 'orders', editor: 'table-name' }),
      id: text('Row id', { placeholder: '{{ $in.id }}', ...ofOwn('get', 'update', 'delete') }),
      match: json('Only rows with these values', {
        default: '{}',
        height: 80,
        editor: 'values',
        ...ofOther('list', 'get', 'update', 'delete'),
      }),
      row: json('Fields', { default: '{}', editor: 'row', ...forAction('create', 'update') }),
      filter: text('Only rows where', {
        placeholder: 'total > 100',
        editor: 'row-filter',
        ...ofOwn('list'),
      }),
      sort: text('Sort', { placeholder: '-createdOn', editor: 'row-sort', ...ofOwn('list') }),
      limit: number('Rows at most', { min: 1, max: 1000, default: 100, ...forAction('list') }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
