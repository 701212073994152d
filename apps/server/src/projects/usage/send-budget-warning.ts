import type { BudgetKind, BudgetLevel } from '@plinth/contract'
import { describeLimit, isBudgetKind } from '../budgets/limits.ts'
import type { ProjectsContext } from '../context.ts'
import { findRecipients, isCrossed } from './warning-store.ts'

type Parts = Pick<ProjectsContext, 'db' | 'env' | 'mailer' | 'budgets'>

const CONSEQUENCES: Readonly<Record<BudgetKind, string>> = {
  rows: 'Until there is room again, new rows, imports and sign-ups answer 507.',
  bytes: 'Until there is room again, new and changed rows, imports and uploads answer 507.',
  requestsPerSecond: 'Requests of apps over the limit answer 429.',
  runsPerMinute: 'Webhooks, test runs and retries over the limit answer 429.',
  runsAtOnce: 'Webhooks, test runs and retries over the limit answer 429.',
  logDays: 'Older logs are deleted.',
}

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
  for (const [at, to] of found.emails.entries()) {
    await mailer.send({
      to,
      subject: `${found.name} has reached its ${isHard ? 'limit' : 'warning level'} of ${describeLimit(kind, limit)}`,
      messageId: `<budget-${invocationId}-${at}@plinth>`,
      text: [
        `The project "${found.name}" has reached its ${isHard ? 'hard' : 'soft'} limit of ${describeLimit(kind, limit)}.`,
        isHard ? CONSEQUENCES[kind] : 'Nothing is refused yet.',
        '',
        'Its usage, and where an admin changes the limit:',
        `${env.baseUrl}/project/${projectId}/settings?section=usage`,
      ].join('\n'),
    })
  }
}
