import { randomBytes, randomInt } from 'node:crypto'
import { ADMIN, type Stack } from '../../stack/stack.ts'
import type { AttackCase } from '../setup/attack-case.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'
import { oneTimeCode } from './one-time-code.ts'

const GUESSES = 1_000
const AT_ONCE = 20
const MAX_PASSWORDS = 20
const MAX_CODES = 10
const HOME = '192.0.2.10'

const started = new WeakMap<AttackSetup, Promise<Stack>>()

/** The product with default limits behind one proxy that appends the client address. */
function behindProxy(setup: AttackSetup): Promise<Stack> {
  const stack = started.get(setup) ?? setup.startOther({ PLINTH_TRUST_PROXY: '1' })
  started.set(setup, stack)
  return stack
}

interface Answered {
  status: number
  body: Record<string, unknown>
}

interface Asked {
  method?: 'PUT'
  path: string
  from: string
  body?: unknown
  token?: string
}

/** `from` is the address that the proxy appends; client-supplied addresses come before it. */
async function ask(
  { address }: Stack,
  { method, path, from, body, token }: Asked,
): Promise<Answered> {
  const own = `203.0.${randomInt(256)}.${randomInt(256)}`
  const answer = await fetch(`${address}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'x-forwarded-for': `${own}, ${from}`,
      'x-real-ip': own,
      'user-agent': randomBytes(6).toString('hex'),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

type Account = { email: string; password: string; code?: string }
const enter = (stack: Stack, from: string, body: Account) =>
  ask(stack, { path: '/auth/login', from, body })
const network = (number: number) => `100.${64 + (number >> 8)}.${number & 255}.7`

/** Guesses until the limit is proven broken or all guesses are used; returns the number of checked guesses. */
async function guess(
  stack: Stack,
  { max, account }: { max: number; account: (number: number) => Account },
): Promise<number> {
  let checked = 0
  for (let start = 0; start < GUESSES && checked <= max; start += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        enter(stack, network(start + at), account(start + at)),
      ),
    )
    checked += answers.filter(({ status }) => status === 401).length
  }
  return checked
}

/** A staff user who has signed in from these networks. */
async function newVictim(stack: Stack, homes: readonly string[]) {
  const admin = await enter(stack, HOME, ADMIN)
  const token = String(admin.body.token)
  const name = randomBytes(6).toString('hex')
  const project = { cloned: false, name }
  const made = await ask(stack, { path: '/api/project', from: HOME, body: project, token })
  const victim = { email: `${name}@example.com`, password: `word of ${name}` }
  const path = `/api/project/${made.body.projectId}/member`
  const member = { ...victim, firstName: 'A', lastName: 'B', role: 'owner' }
  await ask(stack, { path, from: HOME, body: member, token })
  let session = ''
  for (const home of homes) session = String((await enter(stack, home, victim)).body.token)
  return { victim, session }
}

async function turnOnCodes(stack: Stack, victim: Account, token: string): Promise<string[]> {
  const body = { currentPassword: victim.password }
  const path = '/auth/two-factor'
  const { secret } = (await ask(stack, { path, from: HOME, body, token })).body
  const confirm = { code: oneTimeCode(String(secret)) }
  const sent = { method: 'PUT', path, from: HOME, body: confirm, token } as const
  const confirmed = await ask(stack, sent)
  return confirmed.body.recoveryCodes as string[]
}

export const guessing: readonly AttackCase[] = [
  {
    name: 'finding 4: passwords are guessed over rotating addresses',
    guard: 'failures per account',
    async attempt(setup) {
      const stack = await behindProxy(setup)
      const { victim } = await newVictim(stack, [HOME])
      const wrong = { ...victim, password: 'not the password' }
      const checked = await guess(stack, { max: MAX_PASSWORDS, account: () => wrong })
      const owner = await enter(stack, '192.0.2.99', victim)
      return {
        succeeded: checked > MAX_PASSWORDS || owner.status !== 200,
        detail: `${checked} of ${GUESSES} checked, the owner got ${owner.status}`,
      }
    },
  },
  {
    name: 'finding 4: second-factor codes are guessed over rotating addresses',
    guard: 'codes per account',
    async attempt(setup) {
      const stack = await behindProxy(setup)
      const homes = [1, 2, 3, 4].map((number) => `198.51.${number}.10`)
      const { victim, session } = await newVictim(stack, homes)
      const [code = ''] = await turnOnCodes(stack, victim, session)
      const wrongCode = () => ({ ...victim, code: String(randomInt(1_000_000)).padStart(6, '0') })
      let checked = await guess(stack, { max: MAX_CODES, account: wrongCode })
      const owner = await enter(stack, homes[0] ?? '', { ...victim, code })
      // Then from the victim's own networks, which have separate limits.
      for (const home of homes) {
        for (let time = 0; time < 5; time += 1) {
          const { status } = await enter(stack, home, wrongCode())
          if (status === 401) checked += 1
        }
      }
      return {
        succeeded: checked > MAX_CODES || owner.status !== 200,
        detail: `${checked} of ${GUESSES + 20} checked, the owner got ${owner.status}`,
      }
    },
  },
  {
    name: 'finding 4: the caller writes the address it is taken for',
    guard: 'trusted proxies',
    async attempt(setup) {
      const stack = await behindProxy(setup)
      const entered = await enter(stack, HOME, ADMIN)
      const token = String(entered.body.token)
      const { body } = await ask(stack, { path: '/auth/session', from: HOME, token })
      const sessions = body.sessions as { current: boolean; ip_prefix: string }[]
      const seen = sessions.find(({ current }) => current)?.ip_prefix ?? ''
      return { succeeded: seen.startsWith('203.0.'), detail: `taken for ${seen}` }
    },
  },
]
