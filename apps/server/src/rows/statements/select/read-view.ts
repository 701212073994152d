import {
  columnNamed,
  type DataModel,
  type DataTable,
  tableNamed,
} from '../../../databases/sql/data-model.ts'
import { isShown, type ListForm, type View, type Viewer } from './row-object.ts'

export type ReadView =
  | { readonly ok: true; readonly view: View }
  | { readonly ok: false; readonly message: string }

export interface ViewQuery {
  readonly table: DataTable
  readonly viewer: Viewer
  /** `$withRelation`: `author,comments.author`. */
  readonly withRelation?: string | undefined
  /** `$columns`: `id,title,expand.author.name`. */
  readonly columns?: string | undefined
  readonly lists?: ListForm | undefined
}

const MAX_DEPTH = 6
const MAX_RELATIONS = 50

interface Branch {
  readonly table: DataTable
  columns?: Set<string>
  readonly relations: Map<string, Branch>
  readonly lists?: ListForm
}

class InvalidView extends Error {}

/** Parses the columns and relations that a caller wants; hidden ones are reported as unknown. */
export function readView(model: DataModel, query: ViewQuery): ReadView {
  const { viewer, lists } = query
  const root: Branch = { table: query.table, relations: new Map(), ...(lists && { lists }) }
  const tree = { model, viewer, root, count: 0 }
  try {
    for (const path of namesOf(query.withRelation)) grow(tree, path)
    for (const path of namesOf(query.columns)) choose(tree, path)
  } catch (error) {
    if (error instanceof InvalidView) return { ok: false, message: error.message }
    throw error
  }
  return { ok: true, view: root }
}

interface Tree {
  readonly model: DataModel
  readonly viewer: Viewer
  readonly root: Branch
  count: number
}

function namesOf(text: string | undefined): readonly (readonly string[])[] {
  if (text === undefined || text.trim() === '') return []
  return text.split(',').map((part) => part.trim().split('.'))
}

function grow(tree: Tree, names: readonly string[]): Branch {
  if (names.length > MAX_DEPTH)
    throw new InvalidView(`Relations are followed at most ${MAX_DEPTH} deep`)
  let at = tree.root
  for (const name of names) {
    const target = findShown(tree, at.table, name).relation?.target
    if (target === undefined)
      throw new InvalidView(`Column ${name} of table ${at.table.name} is not a relation`)
    const next = at.relations.get(name) ?? {
      table: tableNamed(tree.model, target),
      relations: new Map(),
      ...(tree.root.lists && { lists: tree.root.lists }),
    }
    if (!at.relations.has(name) && ++tree.count > MAX_RELATIONS)
      throw new InvalidView(`At most ${MAX_RELATIONS} relations can be returned at once`)
    at.relations.set(name, next)
    at = next
  }
  return at
}

/** `title`, or `expand.author.name`: then only the named columns of that relation are returned. */
function choose(tree: Tree, names: readonly string[]): void {
  const [head, ...rest] = names
  const isRelated = head === 'expand' && rest.length > 0
  const relations = isRelated ? rest.slice(0, -1).filter((name) => name !== 'expand') : []
  const name = (isRelated ? rest.at(-1) : names.join('.')) ?? ''
  const branch = grow(tree, relations)
  findShown(tree, branch.table, name)
  branch.columns ??= new Set()
  branch.columns.add(name)
}

function findShown({ viewer }: Tree, table: DataTable, name: string) {
  if (table.columns.has(name)) {
    const column = columnNamed(table, name)
    if (isShown(column, viewer)) return column
  }
  throw new InvalidView(`Column with name ${name.slice(0, 200)} not found in table ${table.name}`)
}
