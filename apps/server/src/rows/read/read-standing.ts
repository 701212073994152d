import type { Operation } from '@plinth/contract'
import { tableNamed } from '../../databases/sql/data-model.ts'
import type { Ask } from '../request/ask.ts'

/**
 * All of the caller that the columns of a row depend on: the view rules of the tables whose ids it shows. Equal
 * words, equal columns; undefined when a rule asks for more than can be told.
 */
export function linkStanding({ environment, table, judge, query }: Ask): string | undefined {
  if (judge.isStaff) return ''
  let standing = ''
  for (const { name, relation, definition } of table.columns.values()) {
    if (!relation || definition?.options.isHidden) continue
    // Part of another name at worst, which only tells more callers apart.
    if (query.$columns !== undefined && !query.$columns.includes(name)) continue
    const words = judge.standing(tableNamed(environment.model, relation.target), 'view')
    if (words === undefined) return undefined
    standing += `${words.length}:${words}`
  }
  return standing
}

/** All of the caller that a plain read depends on: which rows, and which ids of relations in them. */
export function readStanding(ask: Ask, operation: Operation): string | undefined {
  const own = ask.judge.standing(ask.table, operation)
  if (own === undefined || own === 'false') return own
  const links = linkStanding(ask)
  return links === undefined ? undefined : `${own} ${links}`
}
