import { parseArgs } from 'node:util'
import {
  BUDGET_KINDS,
  type Budget,
  BudgetChoices,
  type BudgetKind,
  ProjectId,
  type SavedBudget,
} from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Database, Queryable } from '../../foundation/platform/database.ts'
import {
  type BudgetOwner,
  findBudget,
  findOrganisationId,
  lockBudgetForUpdate,
} from '../../projects/budgets/budget-store.ts'
import { changeBudget } from '../../projects/budgets/change-budget.ts'
import { describeLimit, effectiveLimits, isBudgetKind } from '../../projects/budgets/limits.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'
import { findOnlyOrganisation } from './staff-command-store.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `defaults` names the organisation's default budgets, anything else is the id of a project. */
const DEFAULTS = 'defaults'

async function findOwner(on: Queryable, name: string): Promise<BudgetOwner> {
  if (name === DEFAULTS) {
    const organisationId = await findOnlyOrganisation(on)
    if (!organisationId) throw new Error('There is no organisation yet: start the server once.')
    return { organisationId, projectId: null }
  }
  const organisationId = await findOrganisationId(on, name)
  if (!organisationId) throw new Error(`There is no project ${name}.`)
  return { organisationId, projectId: name }
}

async function describe(on: Queryable, owner: BudgetOwner): Promise<void> {
  const { choices } = await findBudget(on, owner)
  const defaults = await findBudget(on, { ...owner, projectId: null })
  const limits = effectiveLimits(defaults.choices, choices)
  for (const kind of BUDGET_KINDS) {
    const words = (limit: number | null) => (limit === null ? 'none' : describeLimit(kind, limit))
    const { soft, hard } = limits[kind]
    const source = owner.projectId !== null && choices[kind] === null ? ' (default)' : ''
    say(`${kind}: soft ${words(soft)}, hard ${words(hard)}${source}`)
  }
}

/** The command line is trusted as an admin; the audit log records that the change was made there. */
async function change(
  db: Database,
  { name, kind, budget }: { name: string; kind: BudgetKind; budget: Budget | null },
): Promise<number> {
  await db.transaction(async (transaction) => {
    const owner = await findOwner(transaction, name)
    const before: SavedBudget = await lockBudgetForUpdate(transaction, owner)
    const choices = BudgetChoices.safeParse({ ...before.choices, [kind]: budget })
    if (!choices.success) throw new Error(choices.error.issues[0]?.message ?? 'Invalid budget')
    const { audit } = await changeBudget(transaction, { owner, before, choices: choices.data })
    await addAudit(transaction, {
      author: {
        organisationId: owner.organisationId,
        staffId: null,
        requestId: 'command line',
      },
      entry: audit,
    })
    await describe(transaction, owner)
  })
  return 0
}

function readLimit(text: string | undefined): number | null {
  if (text === undefined) return null
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1) throw new Error(`${text} is not a whole number above 0.`)
  return limit
}

function readBudget(args: string[]): Budget {
  const options = { soft: { type: 'string' }, hard: { type: 'string' } } as const
  const { soft, hard } = parseArgs({ args, options }).values
  return { soft: readLimit(soft), hard: readLimit(hard) }
}

export const budgetCommand: Command = {
  usage: `budget show ID | set ID KIND [--soft N] [--hard N] | inherit ID KIND; ID may be ${DEFAULTS}, KIND is ${BUDGET_KINDS.join(', ')}`,
  summary: 'Shows or changes the budgets of a project, or the defaults of the organisation',
  run: async ([act = '', name = '', kind = '', ...more]) => {
    const isNamed = name === DEFAULTS || ProjectId.safeParse(name).success
    if (isNamed && act === 'show' && kind === '')
      return usePlatform(async (db) => {
        await describe(db, await findOwner(db, name))
        return 0
      })
    if (!isNamed || !isBudgetKind(kind)) throw new Error(`plinth-server ${budgetCommand.usage}`)
    if (act === 'set') {
      const budget = readBudget(more)
      return usePlatform((db) => change(db, { name, kind, budget }))
    }
    if (act !== 'inherit' || more.length > 0)
      throw new Error(`plinth-server ${budgetCommand.usage}`)
    return usePlatform((db) => change(db, { name, kind, budget: null }))
  },
}
