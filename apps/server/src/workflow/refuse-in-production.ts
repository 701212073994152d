import type { EnvironmentName } from '@plinth/contract'
import { Refusal } from '../http/refusal.ts'

/** Production's workflows are what was deployed: nobody changes them there, whatever their role. */
export function refuseInProduction(environment: EnvironmentName): void {
  if (environment !== 'production') return
  const message =
    'Workflows in production are read-only. Change or deactivate it in dev and deploy.'
  throw new Refusal('forbidden', message)
}
