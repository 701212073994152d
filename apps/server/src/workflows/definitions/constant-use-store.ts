import type { EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Matches both the escaped quotes of JSON text and the quotes that code may use. */
const READS =
  /\$const\s*(?:\.\s*([A-Za-z_][A-Za-z0-9_]*)|\[\s*\\?["']([A-Za-z_][A-Za-z0-9_]*)\\?["']\s*\])/g

/** The keys of the constants that a canvas reads. */
function constantsIn(nodes: string): Set<string> {
  return new Set([...nodes.matchAll(READS)].map(([, dotted, quoted]) => dotted ?? quoted ?? ''))
}

interface ReadingWorkflow {
  id: string
  name: string
  constants: Set<string>
}

/** The workflows of one environment that read constants, with the keys they read. */
export async function listConstantReaders(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<ReadingWorkflow[]> {
  const rows = await on.query<{ id: string; name: string; nodes: string }>(sql`
    select workflow.id, workflow.name, workflow.nodes
    from workflow join environment on environment.id = workflow.environment_id
    where environment.project_id = ${projectId} and environment.name = ${environment}
      and strpos(workflow.nodes, '$const') > 0
    order by workflow.name`)
  return rows.map(({ id, name, nodes }) => ({ id, name, constants: constantsIn(nodes) }))
}
