import * as z from 'zod'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'

interface ErrorTrigger extends Record<string, unknown> {
  workflowId: string
  nodeId: string
  settings: string
}

const Settings = z.object({ workflow: z.unknown().optional() })

/** The active error triggers of an environment that match this workflow. */
export async function listErrorTriggers(
  transaction: Transaction,
  of: { environmentId: string; workflowId: string; workflowName: string },
): Promise<ErrorTrigger[]> {
  const rows = await transaction.query<ErrorTrigger>(sql`
    select workflow_id as "workflowId", node_id as "nodeId", settings from trigger
    where environment_id = ${of.environmentId} and kind = 'trigger-error' and active
      and workflow_id <> ${of.workflowId}
    order by workflow_id, node_id`)
  return rows.filter(({ settings }) => {
    const { workflow } = readStored(Settings, settings, 'settings of an error trigger')
    const name = typeof workflow === 'string' ? workflow.trim() : ''
    return name === '' || name === of.workflowName
  })
}
