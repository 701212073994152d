import { type EnvironmentName, saveAppSignIn as endpoint, type FieldIssue } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, stale } from '../../foundation/http/errors/api-error.ts'
import { requireEnvironment } from '../../projects/environments/require-environment.ts'
import type { RowsContext } from '../context.ts'
import { lockSignInForUpdate, putSignIn, type SignInSettings } from './app-sign-in-store.ts'
import { authTablesOf } from './auth-tables.ts'
import { passkeyHostProblem } from './passkey-origins.ts'

function problemOf(redirect: string, environment: EnvironmentName): string | undefined {
  if (!URL.canParse(redirect)) return `${redirect} is not a valid address.`
  // Any app on a phone can claim a scheme of its own.
  if (environment === 'production' && !redirect.startsWith('https:'))
    return `${redirect} is not an https page. Use https in production.`
  const { href } = new URL(redirect)
  return href === redirect
    ? undefined
    : `${redirect} is never used by a browser. Write ${href} instead.`
}

function findIssues(
  { redirects, passkeyHost }: Pick<SignInSettings, 'redirects' | 'passkeyHost'>,
  environment: EnvironmentName,
): FieldIssue[] {
  const issues = redirects
    .map((redirect) => problemOf(redirect, environment))
    .filter((message) => message !== undefined)
    .map((message) => ({ path: 'redirects', message }))
  if (issues.length > 0 || passkeyHost === null) return issues
  const problem = passkeyHostProblem(passkeyHost, redirects)
  return problem === undefined ? [] : [{ path: 'passkeyHost', message: problem }]
}

export const saveAppSignIn = route(
  endpoint,
  async ({ project, body, request, mutate }, context: RowsContext) => {
    const tables = await authTablesOf(context, project.id)
    return mutate(async (transaction) => {
      const { environmentId, tableId, ...asked } = body
      const { name: environment } = await requireEnvironment(transaction, {
        project,
        environmentId,
        field: 'environmentId',
      })
      const found = tables.find(
        (one) => one.environmentId === environmentId && one.tableId === tableId,
      )
      if (!found) {
        const message = 'There is no such Auth table in this environment.'
        throw invalid([{ path: 'tableId', message }])
      }
      const { revision: before, ...stored } = await lockSignInForUpdate(transaction, body)
      if (request.ifMatch !== undefined && request.ifMatch !== before) {
        const theirs = { ...found, ...stored, revision: before }
        throw stale({ revision: before, theirs, yours: body })
      }
      const settings = {
        ...asked,
        redirects: [...new Set(asked.redirects)],
        verifySubject: asked.verifySubject ?? stored.verifySubject,
        verifyText: asked.verifyText ?? stored.verifyText,
        resetSubject: asked.resetSubject ?? stored.resetSubject,
        resetText: asked.resetText ?? stored.resetText,
        passkeyHost: asked.passkeyHost === undefined ? stored.passkeyHost : asked.passkeyHost,
      }
      const issues = findIssues(settings, environment)
      if (issues.length > 0) throw invalid(issues)
      const revision = await putSignIn(transaction, { environmentId, tableId, ...settings })
      return {
        answer: { data: { ...found, ...settings, revision } },
        audit: {
          action: 'changed',
          entity: 'app-sign-in',
          entityId: `${environmentId}/${tableId}`,
          projectId: project.id,
          environment,
          before: { table: found.table, ...stored },
          after: { table: found.table, ...settings },
        },
      }
    })
  },
)
