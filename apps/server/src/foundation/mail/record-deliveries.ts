import type { Logger } from 'pino'
import type { Database } from '../platform/database.ts'
import { setDelivered, setFailed } from './mail-status-store.ts'
import type { Mailer } from './mailer.ts'

const MAX_FAILURE = 500

/** Records the result of each mail, so that admins see whether mail works. */
export function recordDeliveries(
  mailer: Mailer,
  { db, log }: { db: Database; log: Logger },
): Mailer {
  if (!mailer.configured) return mailer
  // A mail that was sent must not be sent again because its result could not be recorded.
  const record = (writing: Promise<void>) =>
    writing.catch((error: unknown) => log.warn({ err: error }, 'mail: result not recorded'))
  return {
    configured: true,
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        const message = error instanceof Error ? error.message : 'unknown error'
        await record(setFailed(db, message.slice(0, MAX_FAILURE)))
        throw error
      }
      await record(setDelivered(db))
    },
  }
}
