import type { Logger } from 'pino'
import { findJailProblem, type JailOptions, jailOf } from './runner-command.ts'

/** Logs at start-up which jail scripts run in. */
export function logJail(facts: JailOptions, log: Pick<Logger, 'info' | 'warn'>): void {
  const problem = findJailProblem(facts)
  if (facts.mode === 'unjailed')
    log.warn('script runner: PLINTH_RUNNER=unjailed, scripts run without a jail')
  else if (problem) log.warn({ reason: problem }, 'script runner: scripts are refused')
  else log.info({ jail: jailOf(facts) }, 'script runner: scripts run in a jail')
}
