import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { insertNotice, type NoticeKind } from './notice-store.ts'

const MAX_TEXT = 300

/** One line of plain text: names and browsers are written by others. */
const oneLine = (text: string) =>
  text
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)

interface Event {
  kind: NoticeKind
  /** The recipient, with the address before the event. */
  to: { id: string; email: string }
  /** The request that caused it; undefined on the command line. */
  request?: { ip: string; userAgent: string } | undefined
  /** What the mail names, such as a key. */
  about?: string
}

/** Enqueues a mail to a member of staff; it is sent once this transaction has committed. */
export async function addNotice(transaction: Transaction, event: Event): Promise<void> {
  const { kind, to, request, about = '' } = event
  const key = await insertNotice(transaction, {
    staffId: to.id,
    email: to.email,
    kind,
    network: addressPrefix(request?.ip),
    agent: request ? oneLine(request.userAgent) : 'the command line of the server',
    about: oneLine(about),
  })
  await addToOutbox(transaction, { topic: 'sendNotice', key })
}
