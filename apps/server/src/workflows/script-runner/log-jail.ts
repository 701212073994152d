import type { Logger } from 'pino'
import { type JailOptions, jailOf } from './runner-command.ts'

/** Logs at start-up which jail scripts run in. */
export function logJail(facts: JailOptions, log: Pick<Logger, 'info' | 'warn'>): void {
  const jail = jailOf(facts)
  if (facts.mode === 'unjailed')
    log.warn('script runner: PLINTH_RUNNER=unjailed, scripts run without a jail')
  else if (jail === 'none')
    log.warn('script runner: no jail available on this system, scripts will be rejected')
  else log.info({ jail }, 'script runner: scripts run in a jail')
}
