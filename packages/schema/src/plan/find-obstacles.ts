import { OPERATIONS } from '@plinth/contract'
import { catalogueOf, type NamedConstant, type RuleTestResult, readRule } from '@plinth/expression'
import { checkNames } from '../check/check-names.ts'
import { addStep, type Planning } from './planning.ts'

/** Inputs of a plan besides the configurations. */
export interface PlanInputs {
  constants?: readonly NamedConstant[] | undefined
  /** Results of the rule tests stored with the tables. */
  tests?: readonly RuleTestResult[] | undefined
  /** Computed tables whose query the server rejects, with the reason. */
  refused?: readonly { tableId: string; table: string; reason: string }[] | undefined
}

/** Adds a blocking step for everything that prevents applying the configuration, regardless of rows. */
export function findObstacles(planning: Planning, inputs: PlanInputs): void {
  const { constants, tests = [], refused = [] } = inputs
  const { live, wanted } = planning
  if (wanted.database !== live.engine) {
    const isTooLate = live.applied.tables.length > 0
    addObstacle(planning, {
      id: 'database',
      words: isTooLate
        ? `The database cannot change from ${live.engine} to ${wanted.database} once a table was applied.`
        : `The rows are to be kept in ${wanted.database}, but this is ${live.engine}.`,
    })
  }
  for (const issue of checkNames(wanted)) {
    const { tableId, columnId, path, message } = issue
    addObstacle(planning, { id: `name:${path}`, words: message, tableId, columnId })
  }
  findBrokenRules(planning, constants)
  for (const result of tests) addFailedTest(planning, result)
  for (const { tableId, table, reason } of refused) {
    const words = `The query of "${table}" is refused. ${reason} Change it in the Data tab.`
    addObstacle(planning, { id: `query:${tableId}`, words, tableId })
  }
  findTakenNames(planning)
  findUnstoredIndexes(planning)
}

function addObstacle(
  planning: Planning,
  found: { id: string; words: string; tableId?: string | null; columnId?: string | null },
): void {
  addStep(planning, {
    id: found.id.slice(0, 128),
    class: 'blocking',
    words: found.words,
    inverse: 'Nothing to undo.',
    tableId: found.tableId ?? null,
    columnId: found.columnId ?? null,
    operation: { kind: 'record' },
  })
}

function addFailedTest(planning: Planning, { tableId, test, passes, problem }: RuleTestResult) {
  if (passes) return
  const { operation, expected } = test
  const outcome =
    expected === 'allow' ? 'denies what it should allow' : 'allows what it should deny'
  const name = planning.wanted.tables.find(({ id }) => id === tableId)?.name
  addObstacle(planning, {
    id: `test:${tableId}:${test.id}`,
    words: `The rule test "${test.name}" of "${name}" fails: ${problem ?? `the ${operation} rule ${outcome}.`}`,
    tableId,
  })
}

function findBrokenRules(planning: Planning, constants: readonly NamedConstant[] | undefined) {
  const catalogue = catalogueOf(planning.wanted, constants)
  for (const table of planning.wanted.tables) {
    for (const operation of OPERATIONS) {
      const ground = { catalogue, table: table.name, mode: 'rule' as const }
      const read = readRule(table.rules[operation], ground)
      if (read.ok) continue
      const reason = read.issues.map((issue) => issue.message).join(' ')
      addObstacle(planning, {
        id: `rule:${operation}:${table.id}`,
        words: `The ${operation} rule of "${table.name}" is no longer valid: ${reason}`,
        tableId: table.id,
      })
    }
  }
}

/** Names already used by foreign objects in the database. */
function findTakenNames(planning: Planning): void {
  const { current, target } = planning
  for (const { tableId, name } of [...target.tables.values(), ...target.views.values()]) {
    if (current.foreignTables.has(name.toLowerCase())) {
      const words = `The database has something called "${name}" already that is not this table. Rename one of the two.`
      addObstacle(planning, { id: `taken:${tableId}`, words, tableId })
    }
  }
  for (const { tableId, columns } of target.tables.values()) {
    const foreignColumns = current.tables.get(tableId)?.foreignColumns
    for (const { columnId, name } of columns) {
      if (!foreignColumns?.has(name.toLowerCase())) continue
      const words = `The table has a column called "${name}" already that is not this field.`
      addObstacle(planning, { id: `taken:${columnId}`, words, tableId, columnId })
    }
  }
}

/** Indexes on a field that is not stored in the table. */
function findUnstoredIndexes(planning: Planning): void {
  for (const { tableId, name, columns, indexes } of planning.target.tables.values()) {
    const stored = new Set([
      'id',
      'createdOn',
      'updatedOn',
      ...columns.map((each) => each.columnId),
    ])
    for (const index of indexes) {
      if (index.columns.every((id) => stored.has(id))) continue
      const words = `An index of "${name}" covers a relation that is kept on its other side.`
      addObstacle(planning, { id: `index:${index.name}`, words, tableId })
    }
  }
}
