import type { Configuration, RuleTest, Table } from '@plinth/contract'
import type { Catalogue } from '../check/catalogue.ts'
import { catalogueOf, type NamedConstant } from '../check/catalogue-of.ts'
import type { Span } from '../syntax/issue.ts'
import { type Decision, decide, readRule } from './decide.ts'
import { findDeciding } from './find-deciding.ts'
import type { Data, Rows, Scope } from './scope.ts'

export type RuleTestResult = {
  readonly tableId: string
  readonly test: RuleTest
  readonly verdict: ReturnType<typeof decide>
  readonly passes: boolean
  /** The clause that decided; null if the rule is empty or broken. */
  readonly clause: Span | null
  /** What is wrong with the test or its rule. */
  readonly problem: string | null
}

type Around = {
  readonly now: number
  /** A constant without a value is secret; if omitted, rules cannot use constants. */
  readonly constants?: readonly (NamedConstant & { readonly value?: string })[]
  readonly env?: string
  /** Runs only the tests of this table. */
  readonly tableId?: string
}

/** Runs the rule tests stored with the tables; rules see only the data given in the test. */
export function runRuleTests(configuration: Configuration, around: Around): RuleTestResult[] {
  const catalogue = catalogueOf(configuration, around.constants)
  return configuration.tables
    .filter(({ id }) => around.tableId === undefined || id === around.tableId)
    .flatMap((table) =>
      (table.tests ?? []).map((test) => runTest({ configuration, catalogue, around, table, test })),
    )
}

type Run = {
  readonly configuration: Configuration
  readonly catalogue: Catalogue
  readonly around: Around
  readonly table: Table
  readonly test: RuleTest
}

function runTest(run: Run): RuleTestResult {
  const { table, test, catalogue } = run
  const input = { catalogue, table: table.name, mode: 'rule' } as const
  const rule = readRule(table.rules[test.operation], input)
  const unknownName = findUnknownName(run)
  const decision = toDecision(run, rule)
  const verdict = decide(decision)
  const isAllowed = verdict === 'allowed'
  return {
    tableId: table.id,
    test,
    verdict,
    passes: unknownName === null && rule.ok && isAllowed === (test.expected === 'allow'),
    clause: findClause(decision, isAllowed),
    problem: rule.ok ? unknownName : (rule.issues[0]?.message ?? null),
  }
}

function toDecision({ configuration, around, table, test }: Run, rule: Decision['rule']): Decision {
  const { operation, change = {} } = test
  const row: Data = { id: 'row', ...test.row }
  const authTable = configuration.tables.find(({ type }) => type === 'Auth')?.name ?? ''
  const auth = test.user && { id: 'user', table: authTable, ...test.user, kind: 'user' }
  const resulting = operation === 'update' ? { ...row, ...change } : row
  const body = { create: test.row, update: change }[operation as string] ?? null
  const old = operation === 'update' ? row : null
  const scope: Scope = {
    request: { auth, body, old, context: 'api', env: around.env ?? 'dev' },
    constants: new Map(
      (around.constants ?? []).flatMap(({ key, value }) =>
        value === undefined ? [] : [[key, value] as const],
      ),
    ),
    now: around.now,
  }
  const own = operation === 'create' ? [] : [{ table: table.name, row }]
  const user = auth ? [{ table: String(auth.table), row: auth }] : []
  const rows = rowsOf(test.others ?? {}, [...own, ...user])
  return { rule, action: operation, stored: row, resulting, rows, scope }
}

function rowsOf(
  others: Readonly<Record<string, readonly Data[]>>,
  known: readonly { table: string; row: Data }[],
): Rows {
  const tables = new Map(Object.entries(others).map(([table, rows]) => [table, [...rows]]))
  for (const { table, row } of known) {
    const rows = tables.get(table) ?? []
    if (!rows.some(({ id }) => id === row.id)) tables.set(table, [...rows, row])
  }
  const list = (table: string) => tables.get(table) ?? []
  return { list, find: (table, id) => list(table).find((row) => row.id === id) }
}

function findClause(decision: Decision, isAllowed: boolean): Span | null {
  const { rule, rows, scope, stored, resulting, action } = decision
  if (!rule.ok || rule.rule.type === 'locked') return null
  const { checked } = rule.rule
  const sides =
    action === 'update' ? [stored, resulting] : [action === 'create' ? resulting : stored]
  const found = sides.map((row) => findDeciding({ checked, rows, scope, ...(row && { row }) }))
  const deciding = found.find(({ holds }) => holds === isAllowed)
  return deciding ? { from: deciding.from, to: deciding.to } : null
}

/** Finds a field that its table does not have. It would be read as empty, and the test would prove nothing. */
function findUnknownName({ catalogue, table, test }: Run): string | null {
  const userTable = typeof test.user?.table === 'string' ? test.user.table : undefined
  const spoken: { name: string; rows: readonly Data[] }[] = [
    { name: table.name, rows: [test.row, test.change ?? {}] },
    ...Object.entries(test.others ?? {}).map(([name, rows]) => ({ name, rows })),
    ...(userTable === undefined ? [] : [{ name: userTable, rows: [] }]),
  ]
  for (const { name, rows } of spoken) {
    const columns = catalogue.tables.get(name)?.columns
    if (!columns) return `Table with name ${name} not found`
    const unknown = rows.flatMap((row) => Object.keys(row)).find((column) => !columns.has(column))
    if (unknown !== undefined) return `Column with name ${unknown} not found in table ${name}`
  }
  return null
}
