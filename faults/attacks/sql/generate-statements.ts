import { POSTGRES_CONSTRUCTS } from './postgres-constructs.ts'
import { POSTGRES_TRICKS } from './postgres-tricks.ts'
import type { AttackTargets, Construct, SqlAttack, Trick } from './sql-attack.ts'
import { SQLITE_CONSTRUCTS } from './sqlite-constructs.ts'
import { SQLITE_TRICKS } from './sqlite-tricks.ts'

export type AttackedDatabase = 'postgres' | 'sqlite3'

export const CONSTRUCTS = { postgres: POSTGRES_CONSTRUCTS, sqlite3: SQLITE_CONSTRUCTS }
export const TRICKS = { postgres: POSTGRES_TRICKS, sqlite3: SQLITE_TRICKS }

const TARGETS: AttackTargets = {
  file: '/etc/hostname',
  out: '/tmp/attacks-out',
  neighbour: 'neighbour',
  canary: 'canary',
}

interface Generating {
  readonly database: AttackedDatabase
  readonly seed: number
  readonly count: number
  readonly targets?: AttackTargets
}

/**
 * Statements that hide a dangerous construct, deterministic for a seed. No pair of trick and construct repeats
 * before every pair was used once.
 */
export function generateStatements({
  database,
  seed,
  count,
  targets = TARGETS,
}: Generating): SqlAttack[] {
  const pairs = TRICKS[database].flatMap((trick) =>
    CONSTRUCTS[database]
      // A spelling that changes nothing would repeat the plain statement.
      .filter(({ sql }) => trick.spell === undefined || trick.spell(sql) !== sql)
      .map((construct) => ({ trick, construct })),
  )
  const next = randomFrom(seed)
  const shuffled = pairs
    .map((pair) => ({ pair, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ pair }) => pair)
  return Array.from({ length: count }, (_, at) => {
    const { trick, construct } = shuffled[at % shuffled.length] as (typeof pairs)[number]
    const filled = { ...construct, sql: fill(construct.sql, targets) }
    // A second round adds a comment, so that no two statements are equal.
    const round = Math.floor(at / shuffled.length)
    const end = round === 0 ? '' : ` -- ${round}`
    return {
      sql: write(filled, { trick, database }) + end,
      trick: trick.name,
      construct: construct.name,
    }
  })
}

function fill(sql: string, targets: AttackTargets): string {
  return sql.replace(
    /\{(file|out|neighbour|canary)\}/g,
    (_, name: keyof AttackTargets) => targets[name],
  )
}

function write(
  { kind, sql }: Construct,
  { trick, database }: { trick: Trick; database: AttackedDatabase },
): string {
  const { open, close, tail = '', spell = (text: string) => text, place } = trick
  const before = open === undefined ? '' : `, ${open}`
  const after = close === undefined ? '' : `, ${close}`
  if (kind === 'statement') {
    const first = place?.replace('{expression}', 'null') ?? `select id${before} from topic`
    return `${first}; ${spell(sql)}; select 1 as id${after}${tail}`
  }
  const expression = kind === 'table' ? readFrom(spell(sql), database) : `(${spell(sql)})`
  const placed =
    place?.replace('{expression}', () => expression) ??
    `select id${before}, ${expression} as stolen${after} from topic`
  return placed + tail
}

function readFrom(table: string, database: AttackedDatabase): string {
  return database === 'postgres'
    ? `(select string_agg(r::text, ',') from ${table} as r)`
    : `(select count(*) from ${table} as r)`
}

/** Seeded random numbers between 0 and 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
