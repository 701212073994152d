import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, credential, group, prose, text } from '../parts/properties.ts'

export const email: NodeDefinition = {
  name: 'email',
  display_name: 'Send email',
  description: 'Sends a mail over SMTP',
  category: 'Communication',
  input_schemas: {
    default: group({
      credential: credential('Credential', 'email-smtp'),
      to: text('To', { placeholder: 'ada@example.com, bob@example.com' }),
      subject: text('Subject'),
      format: choice('Text is', { text: 'Plain text', html: 'HTML' }),
      body: prose('Text'),
    }),
    more: group({
      from: text('From', { placeholder: "empty: the credential's own address" }),
      cc: text('Cc'),
      bcc: text('Bcc'),
      reply_to: text('Reply to'),
    }),
  },
  connection_config: ONE_TO_ONE,
}
