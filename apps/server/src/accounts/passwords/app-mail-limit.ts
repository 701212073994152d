import { createHash } from 'node:crypto'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Database } from '../../foundation/platform/database.ts'
import { openLimiter, trySpend } from './limiter.ts'

const SECONDS = 3_600
/** Each kind has limits of its own, so that resets cannot use up the mails with codes. */
type Kind = 'code' | 'verify' | 'reset'

/** A mail to an app user that is about to be sent. */
export interface LimitedAppMail {
  readonly kind: Kind
  readonly projectId: string
  readonly email: string
  /** Whether the user has proved the address and asked from a known network. */
  readonly isOwn: boolean
}

/** One name for all spellings that reach the same mailbox: `Ada+shop@x` is `ada@x`. */
function mailboxOf(email: string): string {
  const name = email.trim().toLowerCase().normalize('NFKC')
  const at = name.lastIndexOf('@')
  const bare = name.slice(0, at).replace(/\+.*$/, '') + name.slice(at)
  return createHash('sha256').update(bare).digest('base64url')
}

/** The limit of mails to app users. */
interface AppMailLimit {
  /** Counts a mail; false if it must not be sent. One that the project may not send does not count for its recipient. */
  take(mail: LimitedAppMail): Promise<boolean>
  /** Undoes the count of a mail that could not be sent and is tried again. */
  refund(mail: LimitedAppMail): Promise<void>
}

interface Count {
  limiter: RateLimiterPostgres
  key: string
}

async function refundAll(counts: readonly Count[]): Promise<void> {
  for (const { limiter, key } of counts) await limiter.reward(key)
}

/**
 * Limits mails to app users: to one mailbox from one project, to one mailbox from the whole installation, and of one
 * project. The limit of the whole installation is the larger one, so that the users of one project cannot use up the
 * mails of another; own requests of a user do not count there.
 */
export function openAppMailLimit(pool: Database['pool'], attempts: number): AppMailLimit {
  const open = (prefix: string, points: number) =>
    openLimiter(pool, { prefix, points, seconds: SECONDS })
  const openKind = (kind: Kind) => ({
    recipients: open(`${kind}-mail-recipient`, attempts * 4),
    mailboxes: open(`${kind}-mail-mailbox`, attempts * 16),
    projects: open(`${kind}-mail-project`, attempts * 100),
  })
  const limiters = { code: openKind('code'), verify: openKind('verify'), reset: openKind('reset') }

  function countsOf({ kind, projectId, email, isOwn }: LimitedAppMail): Count[] {
    const { recipients, mailboxes, projects } = limiters[kind]
    const mailbox = mailboxOf(email)
    return [
      { limiter: recipients, key: `${projectId} ${mailbox}` },
      ...(isOwn ? [] : [{ limiter: mailboxes, key: mailbox }]),
      { limiter: projects, key: projectId },
    ]
  }

  return {
    async take(mail) {
      const taken: Count[] = []
      for (const count of countsOf(mail)) {
        if (!(await trySpend(count.limiter, count.key))) {
          await refundAll(taken)
          return false
        }
        taken.push(count)
      }
      return true
    },
    refund: (mail) => refundAll(countsOf(mail)),
  }
}
