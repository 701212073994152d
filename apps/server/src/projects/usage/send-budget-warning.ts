import type { BudgetLevel } from '@plinth/contract'
import { describeLimit, isBudgetKind } from '../budgets/limits.ts'
import type { ProjectsContext } from '../context.ts'
import { findRecipients, isCrossed } from './warning-store.ts'

type Parts = Pick<ProjectsContext, 'db' | 'env' | 'mailer' | 'budgets'>

/** Mails owners and admins that a limit was reached. Does nothing if it changed since, or without a mail server. */
export async function sendBudgetWarning(
  { db, env, mailer, budgets }: Parts,
  { key, invocationId }: { key: string; invocationId: string },
): Promise<void> {
  const [projectId = '', kind = '', name = ''] = key.split('/')
  if (!mailer.configured || !isBudgetKind(kind)) return
  const level: BudgetLevel = name === 'hard' ? 'hard' : 'soft'
  await budgets.refresh()
  const limit = budgets.of(projectId)[kind][level]
  const found = await findRecipients(db, projectId)
  if (limit === null || !found || !(await isCrossed(db, { projectId, kind, level }))) return
  const isHard = level === 'hard'
  const isStock = kind === 'rows' || kind === 'bytes'
  const consequence = isStock
    ? 'Until there is room again, creating and changing rows, imports and uploads answer 507.'
    : 'Requests over the limit answer 429.'
  for (const [at, to] of found.emails.entries()) {
    await mailer.send({
      to,
      subject: `${found.name} has reached its ${isHard ? 'limit' : 'warning level'} of ${describeLimit(kind, limit)}`,
      messageId: `<budget-${invocationId}-${at}@plinth>`,
      text: [
        `The project "${found.name}" has reached its ${isHard ? 'hard' : 'soft'} limit of ${describeLimit(kind, limit)}.`,
        isHard ? consequence : 'Nothing is refused yet.',
        '',
        'Its usage, and where an admin changes the limit:',
        `${env.baseUrl}/project/${projectId}/settings?section=usage`,
      ].join('\n'),
    })
  }
}
