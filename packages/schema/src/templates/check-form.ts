import { type Template, text } from './template.ts'

const CHECK = `const body = $in.body ?? {}
const read = (value, max) => (typeof value === 'string' ? value.trim().slice(0, max) : '')
const lead = {
  name: read(body.name, 255),
  email: read(body.email, 255),
  message: read(body.message, 5000),
}
const problems = []
if (lead.name === '') problems.push('name is missing')
if (!/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/.test(lead.email)) problems.push('email is not an email address')
return { lead, problems }`

export const checkForm: Template = {
  name: 'Check and store a form',
  description: 'Stores valid entries of a form and answers the others with what is wrong.',
  tables: [
    {
      name: 'leads',
      columns: [text('name'), { name: 'email', type: 'email' }, text('message', 5000)],
    },
  ],
  nodes: [
    {
      id: 'form',
      kind: 'trigger-webhook',
      label: 'Form sent',
      x: 40,
      y: 40,
      parameters: { method: 'POST', answer: 'result' },
    },
    {
      id: 'check',
      kind: 'javascript',
      label: 'Check the fields',
      x: 440,
      y: 40,
      parameters: { code: CHECK },
    },
    {
      id: 'valid',
      kind: 'conditional',
      label: 'No problems?',
      x: 40,
      y: 340,
      parameters: { left: '{{ $in.problems }}', operator: 'is-empty' },
    },
    {
      id: 'store',
      kind: 'database',
      label: 'Store the entry',
      x: 440,
      y: 340,
      parameters: { action: 'create', table: 'leads', row: '{{ $in.lead }}' },
      after: ['valid', 'true'],
    },
    {
      id: 'thank',
      kind: 'respond',
      label: 'Thank the sender',
      x: 40,
      y: 640,
      parameters: { value: '{ "id": "{{ $in.id }}" }', status: 201 },
    },
    {
      id: 'refuse',
      kind: 'respond',
      label: 'Name the problems',
      x: 440,
      y: 640,
      parameters: { value: '{ "problems": "{{ $in.problems }}" }', status: 422 },
      after: ['valid', 'false'],
    },
  ],
  sample: {
    method: 'POST',
    path: '',
    query: {},
    headers: { 'content-type': 'application/json' },
    body: { name: 'Ada', email: 'ada@example.com', message: 'Please call me back.' },
  },
}
