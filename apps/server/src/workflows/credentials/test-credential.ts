import { testCredential as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { guardProduction } from '../../projects/environments/require-environment.ts'
import type { WorkflowsContext } from '../context.ts'
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
  const { ok, message } = await tryCredential(context, {
    type: body.type,
    data,
    address: body.address,
  })
  const tookMs = Math.round(performance.now() - began)
  return call.mutate(async () => ({
    answer: { ok, message, tookMs },
    audit: {
      action: 'tested',
      entity: 'credential',
      entityId: stored?.id ?? newId('crd'),
      projectId,
      environment: stored?.environment ?? 'dev',
      after: { name: stored?.name ?? '', type: body.type, ok },
    },
  }))
})
