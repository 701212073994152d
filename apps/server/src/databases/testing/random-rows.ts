import type { ColumnShape } from '@plinth/schema'
import { shapesOf } from '@plinth/schema'
import { quoteName } from '../sql/quote-name.ts'
import type { Random } from './random.ts'
import { insertRow, type TestEnvironment } from './rows.ts'

const TEXTS = [
  '',
  '12',
  '-7',
  '3.5',
  'true',
  'no',
  '2024-02-29',
  '2023-02-30',
  'x',
  'ß🜁',
  '{"a":1}',
  `it's`,
]
const FILE = { fileName: 'a.png', fileSize: 3, fileType: 'image/png', fileKey: 'k', url: 'u' }

function randomValue(random: Random, shape: ColumnShape): unknown {
  switch (shape.form) {
    case 'integer':
      return random.pick([0, 1, -5, 42, 9007199254740991])
    case 'decimal':
      return random.pick([0, 1, 1.5, -2.25, 1e21, 0.1])
    case 'boolean':
      return random.chance(0.5)
    case 'moment':
      return random.pick(['2024-02-29T12:34:56.789Z', '1999-12-31T23:59:59.000Z'])
    case 'json':
      return random.pick([{ a: [1, null] }, ['x', 'y'], 'text', 5, true, '2024-01-01', []])
    case 'choices':
      return random.pick([['x'], ['x', 'y'], []])
    case 'file':
      return FILE
    case 'files':
      return random.pick([[FILE], [FILE, { ...FILE, fileName: 'b.png' }], []])
    default:
      return random.pick(TEXTS)
  }
}

/** Inserts rows into every table that allows it, and links between them. */
export async function fillRandomly(environment: TestEnvironment, random: Random): Promise<void> {
  const shapes = shapesOf(environment.configuration)
  const ids = new Map<string, string[]>()
  let waiting = [...shapes.tables.values()]
  let count = 0
  const newId = () => `01920000-0000-7000-8000-${String(++count).padStart(12, '0')}`
  while (waiting.length > 0) {
    const ready = waiting.filter((table) =>
      table.columns.every(({ key, isRequired }) => !key || !isRequired || ids.has(key.targetId)),
    )
    if (ready.length === 0) break
    for (const table of ready) {
      const own = Array.from({ length: random.below(7) }, newId)
      const used = new Map<string, Set<string>>()
      const kept: string[] = []
      for (const id of own) {
        const values = randomRow(random, { columns: table.columns, ids, used, own: kept, table })
        if (!values) continue
        await insertRow(environment, { tableId: table.tableId, id, values })
        kept.push(id)
      }
      ids.set(table.tableId, kept)
    }
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  for (const join of shapes.joins.values()) {
    const [firsts, seconds] = [ids.get(join.first.tableId), ids.get(join.second.tableId)]
    await linkRandomly(environment, {
      random,
      name: join.name,
      firsts: firsts ?? [],
      seconds: seconds ?? [],
    })
  }
}

function randomRow(
  random: Random,
  request: {
    columns: ColumnShape[]
    ids: Map<string, string[]>
    used: Map<string, Set<string>>
    own: string[]
    table: { tableId: string; indexes: { columns: string[]; isUnique: boolean }[] }
  },
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const shape of request.columns) {
    const isUnique = request.table.indexes.some(
      (index) => index.isUnique && index.columns[0] === shape.columnId,
    )
    const isSelf = shape.key?.targetId === request.table.tableId
    const targets =
      shape.key && (isSelf ? request.own : (request.ids.get(shape.key.targetId) ?? []))
    const options = targets ?? [randomValue(random, shape), randomValue(random, shape)]
    const used = request.used.get(shape.columnId) ?? new Set()
    const free = options.filter(
      (value) =>
        !(isUnique && used.has(JSON.stringify(value))) &&
        // A required field takes no empty value.
        !(shape.isRequired && ['""', '[]'].includes(JSON.stringify(value))),
    )
    const isEmpty = free.length === 0 || (!shape.isRequired && random.chance(0.25))
    const value = isEmpty ? null : random.pick(free)
    if (value === null && shape.isRequired) return undefined
    request.used.set(shape.columnId, used.add(JSON.stringify(value)))
    values[shape.columnId] = value
  }
  return values
}

async function linkRandomly(
  { harness, placement }: TestEnvironment,
  options: { random: Random; name: string; firsts: string[]; seconds: string[] },
): Promise<void> {
  const { random, name } = options
  const back = new Map<string, number>()
  for (const first of options.firsts) {
    const chosen = random.shuffle(options.seconds).slice(0, random.below(4))
    for (const [index, second] of chosen.entries()) {
      const backPlace = back.get(second) ?? 0
      back.set(second, backPlace + 1)
      await harness.query(
        placement,
        `insert into ${quoteName(name)} ("first", "second", "firstPosition", "secondPosition") values (?, ?, ?, ?)`,
        [first, second, index, backPlace],
      )
    }
  }
}
