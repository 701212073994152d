import { testCredential as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../context.ts'
import { tryConnection } from './oauth/try-connection.ts'
import { findStored, openSent } from './open-sent.ts'
import { tryCredential } from './try-credential.ts'

/** Tests a credential as it is in the dialog; the audit trail records the test and its result. */
export const testCredential = route(endpoint, async (call, context: WorkflowsContext) => {
  const { project, staff, body } = call
  const projectId = project.id
  const stored = await findStored(context, { projectId, id: body.id })
  if (stored) guardProduction(project, stored.environment)
  await context.signInLimit.tryCredential(staff.id)
  const data = await openSent(context, { projectId, sent: body, stored })
  const began = performance.now()
  const { type, address } = body
  const tried =
    type === 'oauth2'
      ? await tryConnection(context, { projectId, stored, sent: body.data, data, address })
      : await tryCredential(context, { type, data, address })
  const tookMs = Math.round(performance.now() - began)
  return call.mutate(async () => ({
    answer: { ...tried, tookMs },
    audit: {
      action: 'tested',
      entity: 'credential',
      entityId: stored?.id ?? newId('crd'),
      projectId,
      environment: stored?.environment ?? 'dev',
      after: { name: stored?.name ?? '', type, ok: tried.ok },
    },
  }))
})
