import type { AccountsContext } from '../context.ts'
import { dropNotice, findNotice } from './notice-store.ts'
import { formatNotice } from './notice-text.ts'

/** Mails a notice and deletes it; without a mail server it is only deleted. A test mail is tried once. */
export async function sendNotice(
  { db, env, mailer }: Pick<AccountsContext, 'db' | 'env' | 'mailer'>,
  { noticeId, invocationId }: { noticeId: string; invocationId: string },
): Promise<void> {
  const notice = await findNotice(db, noticeId)
  if (!notice) return
  if (mailer.configured) {
    const mail = {
      to: notice.email,
      messageId: `<notice-${invocationId}@plinth>`,
      ...formatNotice(notice, env.baseUrl),
    }
    try {
      await mailer.send(mail)
    } catch (error) {
      // The screen shows the failure, and its reader sends another test mail.
      if (notice.kind !== 'test') throw error
    }
  }
  await dropNotice(db, noticeId)
}
