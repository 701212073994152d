import { Configuration, type Database, type Table } from '@plinth/contract'
import { checkNames, shapeOfTable } from '@plinth/schema'
import type { Draft } from './draft.ts'
import type { Random } from './random.ts'
import { freeName, randomColumn, retype } from './random-columns.ts'
import { addRelation, changeRelation, dropColumn } from './random-relations.ts'

const RULES = { list: '', view: 'true', create: '', update: '', delete: '' }
const TABLES = ['posts', 'authors', 'Tags', 'group', 'order', 'user']

/** Two configurations, the second made by random edits of the first. */
export function randomPair(
  random: Random,
  database: Database,
): { before: Configuration; after: Configuration } {
  let count = 0
  const newId = () => `id${++count}`
  const draft: Draft = { tables: [], random, newId }
  for (let left = 1 + random.below(3); left > 0; left -= 1) addTable(draft)
  for (let left = random.below(3); left > 0; left -= 1) addRelation(draft)
  for (let left = random.below(4); left > 0; left -= 1) edit(draft)
  const before = finish(draft, database)
  draft.tables = structuredClone(before.tables).filter((table) => table.type !== 'Computed')
  for (let left = 1 + random.below(6); left > 0; left -= 1) edit(draft)
  return { before, after: finish(draft, database) }
}

function addTable({ tables, random, newId }: Draft): void {
  const used = new Set(tables.map((table) => table.name.toLowerCase()))
  const free = TABLES.filter((name) => !used.has(name.toLowerCase()))
  if (free.length === 0) return
  const columns: Table['columns'] = []
  for (let left = random.below(5); left > 0; left -= 1) {
    const name = freeName(
      random,
      columns.map((column) => column.name),
    )
    columns.push(randomColumn(random, { id: newId(), name }))
  }
  const name = random.pick(free)
  tables.push({ id: newId(), name, order: 0, type: 'Base', columns, rules: RULES })
}

const EDITS: ((draft: Draft) => void)[] = [
  addTable,
  ({ tables, random }) => {
    const [gone] = tables.splice(random.below(tables.length), 1)
    for (const table of tables) {
      table.columns = table.columns.filter(
        (column) => column.type !== 'relation' || column.options.tableId !== gone?.id,
      )
    }
  },
  ({ tables, random }) => {
    const [one, other] = random.shuffle(tables)
    if (!one || !other) return
    ;[one.name, other.name] = [other.name, one.name]
  },
  ({ tables, random }) => {
    const table = random.pick(tables)
    table.name = random.chance(0.5) ? `${table.name}_${random.below(9)}` : swapCase(table.name)
  },
  ...repeat(3, ({ tables, random, newId }: Draft) => {
    const { columns } = random.pick(tables)
    const name = freeName(
      random,
      columns.map((column) => column.name),
    )
    columns.push(randomColumn(random, { id: newId(), name }))
  }),
  ...repeat(2, (draft: Draft) => dropColumn(draft)),
  ...repeat(3, ({ tables, random }: Draft) => {
    const table = random.pick(tables)
    const plain = table.columns.filter((column) => column.type !== 'relation')
    if (plain.length === 0) return
    const column = random.pick(plain)
    table.columns = table.columns.map((each) => (each === column ? retype(random, each) : each))
  }),
  ...repeat(2, ({ tables, random }: Draft) => {
    const plain = random.pick(tables).columns.filter((column) => column.type !== 'relation')
    const [one, other] = random.shuffle(plain)
    if (one && other && random.chance(0.5)) [one.name, other.name] = [other.name, one.name]
    else if (one) one.name = random.chance(0.5) ? swapCase(one.name) : `${one.name}_2`
  }),
  ...repeat(2, ({ tables, random }: Draft) => {
    const { columns } = random.pick(tables)
    if (columns.length === 0) return
    const { options } = random.pick(columns)
    if ('isUnique' in options && random.chance(0.5)) options.isUnique = !options.isUnique
    else options.isRequired = !options.isRequired
  }),
  ({ tables, random }) => {
    const table = random.pick(tables)
    const stored = shapeOfTable(table).columns.map((column) => column.columnId)
    const columns = random.shuffle([...stored, 'createdOn']).slice(0, 2)
    table.indexes = random.chance(0.3) ? [] : [{ columns, unique: false }]
  },
  addRelation,
  ...repeat(3, changeRelation),
]

function repeat<T>(times: number, item: T): T[] {
  return Array.from({ length: times }, () => item)
}

function swapCase(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
}

/** Applies one random edit, unless Sync would reject the resulting names. */
function edit(draft: Draft): void {
  const kept = structuredClone(draft.tables)
  draft.random.pick(EDITS)(draft)
  for (const table of draft.tables) dropLooseIndexes(table)
  const isSound = checkNames(Configuration.parse({ tables: draft.tables })).length === 0
  if (!isSound || draft.tables.length === 0) draft.tables = kept
}

function dropLooseIndexes(table: Table): void {
  const stored = shapeOfTable(table).columns.map((column) => column.columnId)
  const known = new Set(['id', 'createdOn', 'updatedOn', ...stored])
  table.indexes = (table.indexes ?? []).filter((index) =>
    index.columns.every((id) => known.has(id)),
  )
}

/** Sometimes adds a Computed table over an existing one. */
function finish({ tables, random }: Draft, database: Database): Configuration {
  const all = structuredClone(tables)
  if (random.chance(0.4)) {
    const over = random.pick(all)
    const shown = shapeOfTable(over).columns.filter(({ column }) => {
      const options: object = column.options
      return !('isHashed' in options && options.isHashed) && !column.options.isHidden
    })
    const columns = ['id', ...shown.slice(0, 2).map((column) => column.name)]
    const query = `select ${columns.map((name) => `"${name}"`).join(', ')} from "${over.name}"`
    const name = 'computed'
    all.push({ id: 'view', name, order: 9, type: 'Computed', columns: [], rules: RULES, query })
  }
  return Configuration.parse({ database, tables: all })
}
