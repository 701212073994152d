import { checkSort, parseSort, type SortKey } from '@plinth/expression'
import { TABLES } from '../../../../../packages/expression/src/testing/world.ts'
import { tableNamed } from '../../databases/sql/data-model.ts'
import { compilePage, type Page } from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import { type Viewer, WHOLE_ROW } from '../statements/select/row-object.ts'
import { idFor } from './stable-ids.ts'
import { foldText, type World } from './world-database.ts'

export const NAMES = new Set(
  Object.values(TABLES).flatMap((rows) => rows.map((row) => String(row.id))),
)
export const nameOf = new Map([...NAMES].map((name) => [idFor(name), name]))
export const STAFF: Viewer = { seesHidden: true }
export const USER: Viewer = { seesHidden: false }

export function sortKeysOf({ model }: World, text: string): readonly SortKey[] {
  const parsed = parseSort(text)
  if (!parsed.ok) throw new Error('The sort does not parse')
  const checked = checkSort(parsed.keys, {
    catalogue: model.catalogue,
    mode: 'filter',
    table: 'post',
  })
  if (!checked.ok) throw new Error(checked.issues[0]?.message)
  return checked.keys
}

export function foldPost({ model }: World, text: string, table = 'post') {
  return foldText(text, { model, table })
}

export function pageOfPosts(world: World, more: Partial<Page>): Page {
  return {
    table: tableNamed(world.model, 'post'),
    rule: true,
    sort: sortKeysOf(world, 'title'),
    limit: 50,
    maxBytes: 10_000_000,
    view: WHOLE_ROW,
    viewer: STAFF,
    ...more,
  }
}

/** The rows of a page of posts, parsed. */
export async function runPage(world: World, more: Partial<Page>) {
  const page = compilePage(world.model, pageOfPosts(world, more))
  if (!page.ok) throw new Error(page.message)
  const rows = await world.database.query(page.statement)
  return rows.map((row) => ({
    row: JSON.parse(String(row.answer)),
    cursor: row.keys === undefined ? undefined : encodeCursor(page.signature, String(row.keys)),
    total: row.total === undefined ? undefined : Number(row.total),
  }))
}
