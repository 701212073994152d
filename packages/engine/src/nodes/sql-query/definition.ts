import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, group, json, script } from '../parts/properties.ts'
import { OTHER_DATABASE, sourceProperties } from '../parts/sql-server.ts'

export const sqlQuery: NodeDefinition = {
  name: 'sql-query',
  display_name: 'SQL query',
  description: 'Runs one SQL statement',
  category: 'Data',
  input_schemas: {
    default: group({
      ...sourceProperties,
      access: choice(
        'The statement may',
        { read: 'only read', write: 'read and write' },
        { shown_when: OTHER_DATABASE },
      ),
      query: script('Statement', 'sql', { placeholder: 'select * from orders where total > $1' }),
      values: json('Values for $1, $2, … (in MariaDB for each ?)', { default: '[]', height: 80 }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
