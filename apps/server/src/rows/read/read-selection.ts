import { type Failure, type Folded, fold, type SortKey } from '@plinth/expression'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Ask } from '../request/ask.ts'
import { readView } from '../statements/select/read-view.ts'
import type { View } from '../statements/select/row-object.ts'

/** What of a text is wrong, and where; the first letter is column 1. */
function refuseText(parameter: string, { issues }: Failure): Refusal {
  const [first] = issues
  const where = first ? `${first.message} (column ${first.from + 1})` : 'cannot be read'
  return new Refusal('bad_request', `${parameter}: ${where}`, {
    details: issues.map((issue) => ({ path: parameter, ...issue })),
  })
}

/** The caller's filter, with nothing left to ask but rows. */
export function readFilter({ environment, table, judge, query, now }: Ask): Folded {
  if (query.$filter === undefined) return true
  const { seesHidden } = judge.viewer
  const read = environment.rules.filter({ table, text: query.$filter, seesHidden })
  if (!read.ok) throw refuseText('$filter', read)
  return read.checked ? fold(read.checked, { request: {}, now }) : true
}

export function readSort({ environment, table, judge, query }: Ask): readonly SortKey[] {
  const { seesHidden } = judge.viewer
  const read = environment.rules.sort({ table, text: query.$sort ?? '', seesHidden })
  if (!read.ok) throw refuseText('$sort', read)
  return read.keys
}

/** Which columns and relations of a row are answered. */
export function viewOf({ environment, table, judge, query }: Ask): View {
  const read = readView(environment.model, {
    table,
    viewer: judge.viewer,
    withRelation: query.$withRelation,
    columns: query.$columns,
  })
  if (!read.ok) throw new Refusal('bad_request', read.message)
  return read.view
}
