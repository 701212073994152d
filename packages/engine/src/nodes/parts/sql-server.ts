import type { NodeCall } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import type { SqlCall, SqlServer } from '../../node/ports.ts'
import { choice, credential } from './properties.ts'

const OTHERS = ['postgres', 'mysql']
export const OWN_TABLES = { parameter: 'source', values: ['project'] }
export const OTHER_DATABASE = { parameter: 'source', values: OTHERS }

/** Properties that select the node's database. */
export const sourceProperties = {
  source: choice('Database', {
    project: "The project's own tables",
    postgres: 'PostgreSQL, by credential',
    mysql: 'MariaDB or MySQL, by credential',
  }),
  postgres: credential('Credential', 'postgres', {
    shown_when: { parameter: 'source', values: ['postgres'] },
  }),
  mysql: credential('Credential', 'mysql', {
    shown_when: { parameter: 'source', values: ['mysql'] },
  }),
}

/** Resolves the database selected by the node's parameters, with its credentials. */
export async function sqlServer(call: NodeCall): Promise<SqlCall['on']> {
  const source = call.parameters.source ?? 'project'
  if (source === 'project') return 'project'
  if (typeof source !== 'string' || !OTHERS.includes(source)) {
    throw badParameter('"source" must be project, postgres or mysql.')
  }
  const kind = source as SqlServer['kind']
  const id = call.credentials[kind]
  if (!id) throw badParameter('Choose a credential.')
  return { kind, credential: await call.ports.credential(id, kind) }
}
