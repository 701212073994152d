import type { Constant } from '@plinth/contract'
import type { StoredConstant } from './constant-store.ts'

/** A constant as the API returns it; a secret has no value. */
export function toConstant(stored: StoredConstant): Constant {
  return {
    id: stored.id,
    key: stored.key,
    value: stored.value ?? '',
    secret: stored.sealed !== null,
    environment_id: stored.environmentId,
    revision: stored.revision,
  }
}

/** The audit snapshot of a constant. */
export function constantSnapshot(stored: StoredConstant, { hidden }: { hidden: boolean }) {
  return {
    key: stored.key,
    value: hidden || stored.value === null ? '(hidden)' : stored.value,
    secret: stored.sealed !== null,
    environment: stored.environment,
  }
}
