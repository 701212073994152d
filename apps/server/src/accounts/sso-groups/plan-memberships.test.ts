import { expect, test } from 'vitest'
import { type Grant, type OwnMembership, planMemberships } from './plan-memberships.ts'

const own = (changes: Partial<OwnMembership> = {}): OwnMembership[] => [
  { projectId: 'p', role: 'developer', fromGroup: true, isLastOwner: false, ...changes },
]
const grant = (...roles: Grant['role'][]): Grant[] =>
  roles.map((role) => ({ projectId: 'p', role }))

test.each([
  ['gives what a group gives', [], grant('developer'), [{ kind: 'add', after: 'developer' }]],
  [
    'gives the highest role of several groups',
    [],
    grant('owner', 'developer'),
    [{ kind: 'add', after: 'owner' }],
  ],
  ['the same in another order', [], grant('developer', 'owner'), [{ kind: 'add', after: 'owner' }]],
  ['leaves what is right', own(), grant('developer'), []],
  ['raises', own(), grant('owner'), [{ kind: 'change', before: 'developer', after: 'owner' }]],
  [
    'lowers',
    own({ role: 'owner' }),
    grant('developer'),
    [{ kind: 'change', before: 'owner', after: 'developer' }],
  ],
  ['takes what no group gives', own(), [], [{ kind: 'remove', before: 'developer' }]],
  ['spares the last owner', own({ role: 'owner', isLastOwner: true }), [], [{ kind: 'spare' }]],
  [
    'does not lower the last owner',
    own({ role: 'owner', isLastOwner: true }),
    grant('developer'),
    [{ kind: 'spare' }],
  ],
  [
    'leaves a last owner whom a group still names',
    own({ role: 'owner', isLastOwner: true }),
    grant('owner'),
    [],
  ],
  ['does not take what was given by hand', own({ fromGroup: false }), [], []],
  ['does not raise what was given by hand', own({ fromGroup: false }), grant('owner'), []],
  [
    'does not lower what was given by hand',
    own({ fromGroup: false, role: 'owner' }),
    grant('developer'),
    [],
  ],
])('%s', (_name, memberships, grants, changes) => {
  expect(planMemberships(memberships, grants)).toEqual(
    changes.map((change) => ({ projectId: 'p', ...change })),
  )
})
