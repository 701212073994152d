import { type BudgetChoices, saveBudget } from '@plinth/contract'
import { theAdmin } from '../../../app/testing/people.ts'

/** Saves a project's own budgets as an admin; kinds that are left out have the default. */
export async function setBudget(projectId: string, choices: Partial<BudgetChoices>): Promise<void> {
  const { client } = await theAdmin()
  await client.call(saveBudget, { params: { projectId }, body: choices })
}

export const hard = (limit: number) => ({ soft: null, hard: limit })
export const soft = (limit: number) => ({ soft: limit, hard: null })
