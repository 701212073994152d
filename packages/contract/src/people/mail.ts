import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, Timestamp } from '../protocol/ids.ts'

/** The mail server of the installation and its last results, over all kinds of mail. */
export const MailStatus = z.object({
  /** Host and port; null if no mail server is configured. */
  server: z.string().nullable(),
  from: z.string(),
  lastDeliveredOn: Timestamp.nullable(),
  lastFailedOn: Timestamp.nullable(),
  /** The message of the last failure; empty if there was none. */
  lastFailure: z.string(),
  /** The caller's test mail has not been tried yet. */
  testPending: z.boolean(),
})
export type MailStatus = z.infer<typeof MailStatus>

export const getMailStatus = endpoint({
  name: 'getMailStatus',
  summary: 'The mail server, the last delivery and the last failure',
  method: 'GET',
  path: '/api/mail',
  access: 'admin',
  answer: MailStatus,
})
export const sendTestMail = endpoint({
  name: 'sendTestMail',
  summary: "Send a test mail to the caller's address; the mail status shows its result",
  method: 'POST',
  path: '/api/mail/test',
  access: 'admin',
  body: NoBody,
  answer: Done,
})
