import { done, type NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import { requiredText, textOf } from '../../node/read-parameters.ts'

export const runEmail: NodeRun = async ({ parameters, credentials, ports, key }) => {
  const id = credentials.credential
  if (!id) throw badParameter('Choose the credential of a mail server.')
  const to = requiredText(parameters, 'to')
  const body = textOf(parameters, 'body')
  const server = await ports.credential(id, 'email-smtp')
  const from = textOf(parameters, 'from') || String(server.data.from ?? '')
  if (from === '') throw badParameter('"from" is empty, and the credential has no address either.')
  const sent = await ports.mail(
    {
      from,
      to,
      cc: textOf(parameters, 'cc'),
      bcc: textOf(parameters, 'bcc'),
      replyTo: textOf(parameters, 'reply_to'),
      subject: textOf(parameters, 'subject'),
      ...(parameters.format === 'html' ? { html: body } : { text: body }),
      key,
    },
    server,
  )
  return done(sent)
}
