import type { Json, JsonObject } from '../../node/json.ts'
import { badParameter } from '../../node/node-failure.ts'
import type { SqlServer } from '../../node/ports.ts'

export interface RowsOfOther {
  kind: SqlServer['kind']
  action: string
  table: string
  match: JsonObject
  row: JsonObject
  limit: number
}

interface Statement {
  query: string
  values: Json[]
}

const LONGEST_NAME = 64

function quote(kind: SqlServer['kind'], name: string): string {
  if (name === '' || name.length > LONGEST_NAME || name.includes('\0')) {
    throw badParameter(`"${name.slice(0, LONGEST_NAME)}" cannot be the name of a table or column.`)
  }
  const mark = kind === 'mysql' ? '`' : '"'
  return `${mark}${name.replaceAll(mark, mark + mark)}${mark}`
}

/** Generates the SQL of an action on an external database: names are quoted, values bound. */
export function writeStatement({ kind, action, table, match, row, limit }: RowsOfOther): Statement {
  const values: Json[] = []
  const bind = (value: Json) => {
    values.push(value)
    return kind === 'mysql' ? '?' : `$${values.length}`
  }
  const name = (text: string) => quote(kind, text)
  const inside = table.split('.').map(name).join('.')
  const where = () =>
    Object.entries(match)
      .map(([column, value]) =>
        value === null ? `${name(column)} is null` : `${name(column)} = ${bind(value)}`,
      )
      .join(' and ')
  const fields = Object.entries(row)
  if ((action === 'create' || action === 'update') && fields.length === 0) {
    throw badParameter('"row" has no field.')
  }
  if (action !== 'create' && action !== 'list' && Object.keys(match).length === 0) {
    throw badParameter('"match" is empty: set the values that identify the row.')
  }
  switch (action) {
    case 'list':
    case 'get': {
      const found = where()
      const only = found === '' ? '' : ` where ${found}`
      return {
        query: `select * from ${inside}${only} limit ${action === 'get' ? 1 : limit}`,
        values,
      }
    }
    case 'create': {
      const columns = fields.map(([column]) => name(column)).join(', ')
      const bound = fields.map(([, value]) => bind(value)).join(', ')
      return {
        // MySQL has no RETURNING.
        query: `insert into ${inside} (${columns}) values (${bound})${kind === 'mysql' ? '' : ' returning *'}`,
        values,
      }
    }
    case 'update': {
      const set = fields.map(([column, value]) => `${name(column)} = ${bind(value)}`).join(', ')
      return { query: `update ${inside} set ${set} where ${where()}`, values }
    }
    default:
      return { query: `delete from ${inside} where ${where()}`, values }
  }
}
