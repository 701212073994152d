import { randomBytes } from 'node:crypto'
import { ENGINES } from '../../rows/notes-project.ts'
import { call } from '../../stack/call.ts'
import type { AttackArea, AttackCase } from '../setup/attack-case.ts'
import { guessing } from '../sign-in/guessing.ts'
import { streams } from '../sign-in/streams.ts'

const others: readonly AttackCase[] = [
  {
    name: 'finding 17: an account is made with a password that is on every list',
    guard: 'known passwords',
    async attempt({ address, admin, projects }) {
      const { projectId } = projects.sqlite3.own
      const email = `${randomBytes(6).toString('hex')}@example.com`
      const body = { email, password: '12345678', firstName: 'A', lastName: 'B', role: 'developer' }
      const at = { address, token: admin }
      const path = `/api/project/${projectId}/member`
      const staff = await call(at, { method: 'POST', path, body })
      const user = await call(
        { address },
        {
          method: 'POST',
          path: `/api/auth/user/sign-up?$projectId=${projectId}`,
          body: { email, password: 'password' },
        },
      )
      return {
        succeeded: staff.status === 201 || user.status === 200,
        detail: `staff ${staff.status}, app user ${user.status}`,
      }
    },
  },
  ...ENGINES.map(
    (engine): AttackCase => ({
      name: `finding 20: a guest's key is refused as another guest used it (${engine})`,
      guard: 'keys of guests',
      async attempt({ address, projects }) {
        const path = `/api/data/topic?$projectId=${projects[engine].own.projectId}`
        const key = `order-${randomBytes(6).toString('hex')}`
        const order = (name: string) =>
          call({ address }, { method: 'POST', path, body: { name }, key })
        const [first, second] = [await order('of one guest'), await order('of another guest')]
        return {
          succeeded: first.status === 200 && second.status !== 200,
          detail: `${first.status}, then ${second.status}`,
        }
      },
    }),
  ),
]

/** Authentication: sign-in limits, stream permissions, passwords and idempotency keys of guests. */
export const signInAttacks: AttackArea = {
  name: 'sign-in',
  guards: [
    {
      name: 'failures per account',
      replaces: { 'accounts/passwords/sign-in-failure-store.ts': 'sign-in-failure-store.ts' },
    },
    {
      name: 'codes per account',
      replaces: { 'accounts/passwords/code-limit.ts': 'code-limit.ts' },
    },
    {
      name: 'trusted proxies',
      replaces: { 'foundation/settings/trusted-proxies.ts': 'trusted-proxies.ts' },
    },
    {
      name: 'rights of streams',
      replaces: { 'foundation/http/access/stream-rights.ts': 'stream-rights.ts' },
    },
    {
      name: 'known passwords',
      replaces: { 'accounts/passwords/known-passwords.ts': 'known-passwords.ts' },
    },
    {
      name: 'keys of guests',
      replaces: { 'foundation/http/calls/principal-of.ts': 'principal-of.ts' },
    },
  ],
  cases: [...guessing, ...streams, ...others],
}
