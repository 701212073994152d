import { createHash } from 'node:crypto'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openLimiter, spend } from './limiter.ts'

const SECONDS = 3_600

/** A mail that is about to be sent, with a code or with a text that the project wrote. */
export interface SentMail {
  readonly projectId: string
  readonly email: string
}

/** One name for all spellings that reach the same mailbox: `Ada+shop@x` is `ada@x`. */
function mailboxOf(email: string): string {
  const name = email.trim().toLowerCase().normalize('NFKC')
  const at = name.lastIndexOf('@')
  const bare = name.slice(0, at).replace(/\+.*$/, '') + name.slice(at)
  return createHash('sha256').update(bare).digest('base64url')
}

/** The limit of mails to app users. */
interface CodeMailLimit {
  /** Whether one more mail may be sent; it counts. */
  spend(mail: SentMail): Promise<boolean>
  /** Takes back a mail that could not be sent and is tried again. */
  refund(mail: SentMail): Promise<void>
}

/**
 * Limits mails with codes or with texts of a project, per project and per recipient over the whole installation: a
 * developer has many tables and projects.
 */
export function openCodeMailLimit(pool: Database['pool'], attempts: number): CodeMailLimit {
  const open = (prefix: string, points: number) =>
    openLimiter(pool, { prefix, points, seconds: SECONDS })
  const projects = open('code-mail-project', attempts * 100)
  const recipients = open('code-mail-recipient', attempts * 4)
  return {
    async spend({ projectId, email }) {
      try {
        await spend(recipients, mailboxOf(email))
        await spend(projects, projectId)
        return true
      } catch (error) {
        if (error instanceof ApiError) return false
        throw error
      }
    },
    async refund({ projectId, email }) {
      await recipients.reward(mailboxOf(email))
      await projects.reward(projectId)
    },
  }
}
