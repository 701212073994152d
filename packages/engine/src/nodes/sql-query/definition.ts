import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../connections.ts'
import { choice, credential, group, json, script } from '../properties.ts'

export const sqlQuery: NodeDefinition = {
  name: 'sql-query',
  display_name: 'SQL query',
  description: "Reads with one SQL statement from the project's tables or another database.",
  category: 'Data',
  input_schemas: {
    default: group({
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
      query: script('Statement', 'sql', { placeholder: 'select * from orders where total > $1' }),
      values: json('Values for $1, $2, …', { default: '[]', height: 80 }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
