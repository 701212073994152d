import { createRow, syncDatabase } from '@plinth/contract'
import type { Person } from '../harness/fixtures.ts'
import { giveTables } from '../schema-editor/data-steps.ts'

/** Customers and their orders, synced, with the customer Ada; returns her id. */
export async function giveShop(me: Person, projectId: string): Promise<string> {
  await giveTables(me, projectId, [
    {
      id: 't_customer',
      name: 'customers',
      columns: [
        { id: 'c_name', name: 'name', type: 'text' },
        {
          id: 'c_orders',
          name: 'orders',
          order: 1,
          type: 'relation',
          options: {
            tableId: 't_order',
            columnId: 'o_customer',
            backColumnName: 'customer',
            hasMultiple: true,
          },
        },
      ],
    },
    {
      id: 't_order',
      name: 'orders',
      order: 1,
      columns: [
        { id: 'o_title', name: 'title', type: 'text', order: 1, options: { isRequired: true } },
        { id: 'o_total', name: 'total', type: 'number', order: 2 },
        { id: 'o_paid', name: 'paid', type: 'checkbox', order: 3 },
        {
          id: 'o_tier',
          name: 'tier',
          type: 'select',
          order: 4,
          options: { selectOptions: ['gold', 'silver'] },
        },
        {
          id: 'o_customer',
          name: 'customer',
          type: 'relation',
          order: 5,
          options: {
            tableId: 't_customer',
            columnId: 'c_orders',
            backColumnName: 'orders',
            hasMultipleBack: true,
            isParent: true,
          },
        },
      ],
    },
  ])
  await me.client.call(syncDatabase, { params: { projectId }, body: {} })
  const query = { $projectId: projectId }
  const { data: ada } = await me.client.call(createRow, {
    params: { table: 'customers' },
    query,
    body: { name: 'Ada' },
  })
  return (ada as { id: string }).id
}
