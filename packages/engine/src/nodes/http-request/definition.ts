import type { NodeDefinition } from '@plinth/contract'
import { ONE_TO_ONE } from '../parts/connections.ts'
import { choice, credential, group, json, number, prose, text } from '../parts/properties.ts'

const forKind = (kind: string) => ({ shown_when: { parameter: 'authentication', values: [kind] } })
const forBody = (kind: string) => ({ shown_when: { parameter: 'body_kind', values: [kind] } })

export const httpRequest: NodeDefinition = {
  name: 'http_request',
  display_name: 'HTTP request',
  description: 'Calls a URL',
  category: 'Web',
  input_schemas: {
    default: group({
      method: choice('Method', {
        GET: 'GET',
        POST: 'POST',
        PUT: 'PUT',
        PATCH: 'PATCH',
        DELETE: 'DELETE',
        HEAD: 'HEAD',
      }),
      url: text('Address', { placeholder: 'https://api.example.com/orders/{{ $in.id }}' }),
      query: json('Query', { default: '{}', height: 80, editor: 'texts' }),
      headers: json('Headers', { default: '{}', height: 80, editor: 'texts' }),
    }),
    authentication: group({
      authentication: choice('Sign in with', {
        none: 'Nothing',
        'basic-auth': 'Name and password',
        'api-key': 'A key in a header',
        'api-credential': 'A bearer token',
        oauth2: 'An OAuth2 connection',
        custom: 'Custom headers',
      }),
      basic_auth: credential('Credential', 'basic-auth', forKind('basic-auth')),
      api_key: credential('Credential', 'api-key', forKind('api-key')),
      api_credential: credential('Credential', 'api-credential', forKind('api-credential')),
      oauth2: credential('Credential', 'oauth2', forKind('oauth2')),
      custom: credential('Credential', 'custom', forKind('custom')),
    }),
    body: group({
      body_kind: choice('Body', {
        none: 'None',
        json: 'JSON',
        form: 'Form fields',
        text: 'Text',
      }),
      body_json: json('JSON', { default: '{}', editor: 'values', ...forBody('json') }),
      body_form: json('Form fields', { default: '{}', editor: 'texts', ...forBody('form') }),
      body_text: prose('Text', forBody('text')),
    }),
    answer: group({
      response: choice('Response format', {
        auto: 'Detect from content type',
        json: 'JSON',
        text: 'Text',
        file: 'A file, stored for one day',
      }),
      on_status: choice('Response status of 400 and above', {
        fail: 'Fails the node',
        pass: 'Is returned as the result',
      }),
      time_limit: number('Time limit in seconds', { min: 1, max: 30, default: 30 }),
    }),
  },
  connection_config: ONE_TO_ONE,
}
