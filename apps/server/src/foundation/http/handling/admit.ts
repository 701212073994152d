import type { Endpoint } from '@plinth/contract'
import type { FastifyRequest } from 'fastify'
import { allow } from '../access/allow.ts'
import { allowActor } from '../access/allow-actor.ts'
import { allowPersonalKey } from '../access/allow-personal-key.ts'
import { authenticate, recognise } from '../access/authenticate.ts'
import { allowServed } from '../access/production-read.ts'
import { allowUse, useOf } from '../access/project-use.ts'
import { requireRecentProof } from '../access/recent-proof.ts'
import type { HttpContext } from './http-context.ts'

/** Whether a refused caller may still get the stored reply to a repeated request. */
export function mayRepeat({ caller, headers }: FastifyRequest): boolean {
  const hasSession = caller.kind === 'staff' && !caller.staff.personalKey
  return hasSession && headers['idempotency-key'] !== undefined
}

/** Authenticates and authorizes the caller. */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  context: HttpContext,
): Promise<void> {
  const { access, path, takesReplaced = false } = endpoint
  request.caller =
    access === 'public'
      ? { kind: 'guest' }
      : await authenticate(context, request.headers.authorization, { takesReplaced })
  if (request.caller.kind === 'staff') allowPersonalKey(request.caller.staff, endpoint)
  allowActor(request.caller, endpoint)
  const { projectId } = request.params as { projectId?: string }
  const allowed = await allow(context.db, { access, path, caller: request.caller, projectId })
  const { project } = allowed
  if (project) {
    allowServed(project, endpoint)
    allowUse(project.availability, useOf(endpoint))
  }
  // Last, so that a caller without the right learns that first.
  if (allowed.staff && endpoint.proof === 'always') requireRecentProof(allowed.staff)
  request.staff = allowed.staff
  request.project = project
}

/** Admits a call without awaiting anything if its caller is cached and it is not cross-origin. */
export function admitKnown(
  { endpoint, context }: { endpoint: Endpoint; context: HttpContext },
  request: FastifyRequest,
): boolean {
  if (endpoint.access !== 'rules' || request.headers.origin !== undefined) return false
  const known = recognise(context, request.headers.authorization)
  if (!known) return false
  request.caller = known
  return true
}
