import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type EngineHarness, openPostgresHarness } from '../../testing/engine-harness.ts'
import { randomFrom } from '../../testing/random.ts'
import { randomPair } from '../../testing/random-configurations.ts'
import { planFor, sync } from '../../testing/sync.ts'

const squawk = join(import.meta.dirname, '../../../../../../node_modules/.bin/squawk')

/** Squawk rules that are disabled, each with the reason. */
const EXCLUDED_RULES = {
  'require-timeout-settings': 'transact.ts sets the lock timeout of every transaction',
  'prefer-robust-stmts': 'the cutover is one transaction; prepared statements say "if not exists"',
  'renaming-column': 'renamed and recorded in one cutover; a reader that fails on it retries',
  'renaming-table': 'the same',
  'ban-drop-not-null':
    'the configuration says which fields are required, and is recorded at the cutover',
  'require-concurrent-index-deletion': 'at the cutover, which already holds the lock of that table',
  'adding-not-nullable-field': 'a validated check precedes it: nothing is scanned under the lock',
  'adding-field-with-default': 'the default is a stable function, which is evaluated once',
  'prefer-bigint-over-int': 'a position in a list of links',
} as const

interface Finding {
  rule_name: string
  message: string
  line: number
}

/** Lints statements with squawk's binary, through stdin. */
async function lint(statements: string): Promise<Finding[]> {
  const excluded = Object.keys(EXCLUDED_RULES).join(',')
  const args = ['--pg-version', '18.0', '--reporter', 'json', '--exclude', excluded]
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(squawk, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) => {
      // Exits with 1 if it found something.
      if (error && stdout === '') reject(error)
      else resolve(stdout)
    })
    child.stdin?.end(statements)
  })
  return JSON.parse(output) as Finding[]
}

let harness: EngineHarness
beforeAll(async () => {
  harness = await openPostgresHarness(inject('server').databaseUrl)
})
afterAll(() => harness.close())

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1)

test("the statements of random plans pass squawk's locking and scanning rules", async () => {
  const written: string[] = []
  for (const seed of SEEDS) {
    const { before, after } = randomPair(randomFrom(seed), 'postgres')
    const placement = await harness.newPlacement()
    await sync(harness, { placement, wanted: before })
    const plan = await planFor(harness, { placement, wanted: after })
    written.push(...harness.engine.writeSql(plan).map(({ sql }) => sql))
  }
  const statements = written.filter(Boolean).join('\n')
  expect(statements.length).toBeGreaterThan(1_000)
  const lines = statements.split('\n')
  const findings = await lint(statements)
  const violations = findings
    .map(({ rule_name, line }) => `${rule_name}: ${lines[line]}`)
    .filter((words) => !isOnNewTable(words, statements))
  expect(violations).toEqual([])
})

/** A table created by the same plan has no rows and no readers yet. */
function isOnNewTable(words: string, statements: string): boolean {
  const table = /^require-concurrent-index-creation: .* on (\S+) \(/.exec(words)?.[1]
  return table !== undefined && statements.includes(`create table ${table} (`)
}

test.each([
  { rule: 'changing-column-type', sql: 'alter table a alter column b type bigint;' },
  { rule: 'ban-drop-column', sql: 'alter table a drop column b;' },
  { rule: 'require-concurrent-index-creation', sql: 'create index i on a (b);' },
  {
    rule: 'constraint-missing-not-valid',
    sql: 'alter table a add constraint c check (b is not null);',
  },
])('squawk reports $rule', async ({ rule, sql }) => {
  const findings = await lint(sql)
  expect(findings.map(({ rule_name }) => rule_name)).toContain(rule)
})
