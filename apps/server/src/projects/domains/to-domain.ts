import type { Domain } from '@plinth/contract'
import type { Env } from '../../foundation/settings/env.ts'
import type { DomainRecord } from './domain-store.ts'
import { isExempt, proofRecord } from './prove-host.ts'

/** A domain as staff see it, with the record to publish while it is not proved. */
export function toDomain(
  { env, projectId }: { env: Pick<Env, 'domainProof'>; projectId: string },
  stored: DomainRecord,
): Domain {
  const { id, domain_name, environment_id, revision, proved, problem } = stored
  const needsRecord = !proved && env.domainProof.by === 'txt' && !isExempt(env, domain_name)
  const record = needsRecord ? proofRecord({ host: domain_name, projectId }) : null
  return { id, domain_name, environment_id, revision, proved, problem, record }
}
