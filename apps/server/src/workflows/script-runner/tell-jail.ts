import type { Logger } from 'pino'
import { type JailFacts, jailOf } from './runner-command.ts'

/** Says at the start what scripts will run in, so that nobody has to guess. */
export function tellJail(facts: JailFacts, log: Pick<Logger, 'info' | 'warn'>): void {
  const jail = jailOf(facts)
  if (facts.mode === 'unjailed') log.warn('PLINTH_RUNNER=unjailed: scripts run without a jail')
  else if (jail === 'none') log.warn('this system cannot jail scripts: they will be refused')
  else log.info({ jail }, 'scripts run in a jail')
}
