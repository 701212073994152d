import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../parts/connections.ts'
import { choice, credential, group, number, text } from '../parts/properties.ts'

const forCheck = (kind: string) => ({ shown_when: { parameter: 'check', values: [kind] } })

export const triggerWebhook: NodeDefinition = {
  name: 'trigger-webhook',
  display_name: 'Webhook',
  description: 'Starts on an HTTP call',
  category: 'Triggers',
  input_schemas: {
    default: group({
      method: choice('Method', {
        POST: 'POST',
        GET: 'GET',
        PUT: 'PUT',
        PATCH: 'PATCH',
        DELETE: 'DELETE',
        any: 'Any of them',
      }),
      answer: choice('Answer', {
        'at-once': 'At once, when the run is accepted',
        result: "With the run's result",
      }),
    }),
    caller: group({
      check: choice('Who may call it', {
        none: 'Anyone with the URL',
        signature: 'Signed body (HMAC SHA-256)',
        bearer: 'Bearer token',
        basic: 'Basic authentication',
        header: 'API key in a header',
      }),
      signing_key: credential('Header and secret', 'api-key', forCheck('signature')),
      signed_text: choice(
        'What is signed',
        {
          body: 'The body',
          timestamp: 'timestamp.body, the timestamp in a header',
          stripe: 'timestamp.body, as t=…,v1=… (Stripe)',
          slack: 'v0:timestamp:body (Slack)',
        },
        forCheck('signature'),
      ),
      timestamp_header: text('Header of the timestamp', {
        default: 'X-Timestamp',
        shown_when: { parameter: 'signed_text', values: ['timestamp'] },
      }),
      tolerance: number('Maximum age of the timestamp in seconds', {
        min: 1,
        max: 86_400,
        default: 300,
        shown_when: { parameter: 'signed_text', values: ['timestamp', 'stripe', 'slack'] },
      }),
      bearer_token: credential('Token', 'api-credential', forCheck('bearer')),
      basic_auth: credential('Name and password', 'basic-auth', forCheck('basic')),
      header_key: credential('Header and key', 'api-key', forCheck('header')),
    }),
  },
  connection_config: STARTS_A_RUN,
}
