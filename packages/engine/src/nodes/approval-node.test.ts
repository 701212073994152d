import { expect, test } from 'vitest'
import type { Json } from '../node/json.ts'
import { runAlone } from '../testing/run-alone.ts'

const plain = { title: 'Refund', approvers: 'ada@example.com' }
const request = {
  title: 'Refund',
  details: '',
  fields: [],
  approvers: ['ada@example.com'],
  mode: 'any',
  quorum: 1,
  deadlineMs: 7 * 86_400_000,
  escalation: [],
}

const INPUT = { sum: 5, manager: 'Ada@example.com', client: 'bob@client.com', role: 'owner' }

test.each<[string, { [name: string]: Json }, object]>([
  ['defaults', {}, {}],
  ['an expression in the title', { title: 'Refund of {{ $in.sum }}' }, { title: 'Refund of 5' }],
  [
    'members, roles and links, each once',
    { approvers: 'Ada@example.com, role:owner, link:bob@client.com, ada@example.com' },
    { approvers: ['ada@example.com', 'role:owner', 'link:bob@client.com'] },
  ],
  [
    'app users with a rule, and other systems, as they are written',
    {
      approvers: 'users:People, USER:People/Ab7, url:https://X.y/Z',
      app_rule: '@request.auth.role = "{{ $in.role }}"',
    },
    {
      approvers: ['users:People', 'user:People/Ab7', 'url:https://X.y/Z'],
      appRule: '@request.auth.role = "{{ $in.role }}"',
    },
  ],
  ['several at once', { bulk: 'yes' }, { bulk: true }],
  [
    'a list of approvers',
    { approvers: ['ada@example.com', 'bob@example.com'], mode: 'quorum', quorum: 2 },
    { approvers: ['ada@example.com', 'bob@example.com'], mode: 'quorum', quorum: 2 },
  ],
  [
    'expressions that give one entry each',
    { approvers: '{{ $in.manager }}, link:{{ $in.client }}, role:{{ $in.role }}' },
    { approvers: ['ada@example.com', 'link:bob@client.com', 'role:owner'] },
  ],
  [
    'a list of approvers with expressions',
    { approvers: ['{{ $in.manager }}', 'link:{{ $in.client }}'] },
    { approvers: ['ada@example.com', 'link:bob@client.com'] },
  ],
  [
    'the longest deadline with an escalation',
    { deadline: 14, escalate_to: 'role:admin' },
    { deadlineMs: 14 * 86_400_000, escalation: ['role:admin'] },
  ],
  [
    'a form',
    { fields: '[{"name": "sum", "type": "number", "required": true}]' },
    { fields: [{ name: 'sum', label: '', type: 'number', required: true, options: [] }] },
  ],
  [
    'a deadline with a reminder and an escalation',
    { deadline: 4, unit: 'hours', reminder: 1, escalate_to: 'role:admin' },
    { deadlineMs: 14_400_000, reminderMs: 3_600_000, escalation: ['role:admin'] },
  ],
])('asks for a decision: %s', async (_name, parameters, expected) => {
  const outcome = await runAlone('approval', { ...plain, ...parameters }, { input: INPUT })
  expect(outcome).toEqual({ status: 'approval', request: { ...request, ...expected } })
})

test.each<[string, { [name: string]: Json }, string]>([
  ['no title', { title: '' }, '(title) is empty'],
  ['a long title', { title: 'x'.repeat(201) }, '200 characters'],
  ['long details', { details: 'x'.repeat(20_001) }, '20000 characters'],
  ['nobody', { approvers: ' , ' }, '(approvers) is empty'],
  ['an unknown role', { approvers: 'role:guest' }, '"role:guest"'],
  ['a name without an address', { approvers: 'Ada' }, '"ada"'],
  ['a header in an address', { approvers: 'link:a@b.c\nbcc:x@y.z' }, 'control characters'],
  ['too many approvers', { approvers: Array.from({ length: 51 }, (_, at) => `${at}@x.y`) }, '50'],
  ['a quorum above the approvers', { mode: 'quorum', quorum: 2 }, '(quorum) is larger'],
  ['an unknown mode', { mode: 'most' }, '(mode) must be'],
  ['a form that is no list', { fields: '{}' }, '(fields) must be a list'],
  ['a field without a name', { fields: '[{"label": "Sum"}]' }, 'entry 1: name'],
  [
    'a field with an unknown option',
    { fields: '[{"name": "a", "x": 1}]' },
    'entry 1: x is unknown',
  ],
  [
    'a field with a long label',
    { fields: JSON.stringify([{ name: 'a', label: 'x'.repeat(121) }]) },
    'entry 1: label may have 120 characters at most.',
  ],
  [
    'a field of an unknown type',
    { fields: '[{"name": "a", "type": "date"}]' },
    'entry 1: type must be one of text, number, boolean, select.',
  ],
  ['a field that no request can have', { fields: '[{"name": "constructor"}]' }, 'entry 1: name'],
  ['a field twice', { fields: '[{"name": "a"}, {"name": "a"}]' }, 'a name twice'],
  ['a select without options', { fields: '[{"name": "a", "type": "select"}]' }, 'needs options'],
  ['no deadline', { deadline: 0 }, 'at least 1 second and less than 30 days'],
  ['a deadline that is too far', { deadline: 30 }, 'at least 1 second and less than 30 days'],
  [
    'two deadlines that are too long together',
    { deadline: 15, escalate_to: 'role:admin' },
    'less than 15 days with "escalate_to"',
  ],
  ['a long address', { approvers: `link:${'x'.repeat(250)}@x.y` }, 'more than 254 characters'],
  ['control characters', { approvers: 'ada\u0000@example.com' }, 'control characters'],
  ['a right-to-left mark', { escalate_to: 'ada\u202e@example.com' }, 'control characters'],
  ['app users without a rule', { approvers: 'users:people' }, '(app_rule) is empty'],
  ['an app user without a table', { approvers: 'user:7', app_rule: 'true' }, '"user:7"'],
  ['an address that is no URL', { approvers: 'url:example.com' }, '"url:example.com"'],
  ['a name and a password', { approvers: 'url:https://a:b@example.com' }, '"url:https://a:b@'],
  ['a long URL', { approvers: `url:https://x.y/${'x'.repeat(1000)}` }, 'more than 1000 characters'],
  [
    'several at once with a required field',
    { bulk: 'yes', fields: '[{"name": "a", "required": true}]' },
    'required fields',
  ],
  ['an unknown value of bulk', { bulk: 'maybe' }, 'must be yes or no'],
  ['a reminder after the deadline', { reminder: 7 }, 'before the deadline'],
])('fails without a retry: %s', async (_name, parameters, message) => {
  const outcome = await runAlone('approval', { ...plain, ...parameters }, { input: null })
  expect(outcome).toEqual({
    status: 'failed',
    failure: { message: expect.stringContaining(message), retry: false },
  })
})

test.each<[string, Json, Json]>([
  ['another entry after a link', 'link:{{ $in }}', 'bob@client.com, role:developer'],
  ['another entry after a member', '{{ $in }}', 'ada@example.com,bob@example.com'],
  ['a link', '{{ $in }}', 'link:bob@client.com'],
  ['a role', '{{ $in }}', 'role:developer'],
  ['a role within an entry', 'ada@example.com, {{ $in }}:developer', 'role'],
  ['a role in a list', ['{{ $in }}'], 'role:developer'],
  ['a list', '{{ $in }}', ['ada@example.com']],
  ['nothing', 'ada@example.com, {{ $in }}', ''],
  ['a number', '{{ $in }}', 5],
])('refuses approvers with an expression that gives %s', async (_name, approvers, input) => {
  for (const parameters of [{ approvers }, { escalate_to: approvers }]) {
    const outcome = await runAlone('approval', { ...plain, ...parameters }, { input })
    const message = expect.stringContaining('It must give one email or id')
    expect(outcome).toEqual({ status: 'failed', failure: { message, retry: false } })
  }
})
