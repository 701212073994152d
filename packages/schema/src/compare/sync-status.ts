import { Configuration, type SYNC_STATUSES } from '@plinth/contract'
import { canonicalJson, canonicalText } from './canonical-json.ts'

export type SyncStatus = (typeof SYNC_STATUSES)[number]

/** In sync if there are exactly two configurations with equal old ones, given whole or as digests. */
export function syncStatus(configurations: readonly { old_configuration: unknown }[]): SyncStatus {
  const [first, second] = configurations
  if (!first || !second || configurations.length !== 2) return 'out-of-sync'
  const equal = comparable(first.old_configuration) === comparable(second.old_configuration)
  return equal ? 'in-sync' : 'out-of-sync'
}

function comparable(value: unknown): string {
  const whole = Configuration.safeParse(value)
  return whole.success ? canonicalJson(whole.data) : canonicalText(value)
}
