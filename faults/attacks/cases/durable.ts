import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CallSigner,
  openCallSigner,
  SIGNATURE_HEADER,
} from '../../../apps/server/src/foundation/durable/call-signer.ts'
import { requestRuntime } from '../../../apps/server/src/foundation/durable/request-runtime.ts'
import { keyFileOf, keysInFile } from '../../../apps/server/src/foundation/secrets/key-ring.ts'
import { call } from '../../stack/call.ts'
import { findChildren } from '../../stack/find-children.ts'
import type { AttackArea, AttackCase, Attempt } from '../setup/attack-case.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'

const SOCKETS = 'the durable runtime listens on private sockets only'
const CALLS = 'durable handlers check who calls and what is on record'
/** A uid that belongs to none of the servers. */
const STRANGER = 54_321
const TEN_MINUTES_MS = 600_000

type Signed = Parameters<CallSigner['sign']>[0]

const socketOf = ({ dataDir }: AttackSetup, name: string) =>
  join(dataDir, 'restate/data/plinth', `${name}.sock`)

/** TCP ports on which the durable runtime listens. */
function portsOf({ stack }: AttackSetup): number[] {
  const pid = findChildren(stack.pid).find(({ program }) => program.startsWith('restate'))?.pid
  const folder = `/proc/${pid}/fd`
  const own = new Set(
    readdirSync(folder).map((name) => {
      try {
        return readlinkSync(join(folder, name))
      } catch {
        return ''
      }
    }),
  )
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === '0A' && own.has(`socket:[${columns[9]}]`))
    .map((columns) => Number.parseInt(columns[1]?.split(':')[1] ?? '', 16))
}

const PROGRAM = `
  const { request } = require('node:http')
  const [list, options, body] = process.argv.slice(1).map((text) => JSON.parse(text))
  const one = (at) => new Promise((resolve) => {
    const sent = request({ ...options, ...at }, (answer) => {
      let text = ''
      answer.on('data', (part) => { text += part })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
    })
    sent.once('error', ({ code }) => resolve({ status: 0, headers: {}, text: code }))
    sent.end(JSON.stringify(body))
  })
  Promise.all(list.map(one)).then((all) => {
    console.log(JSON.stringify(all))
    process.exit()
  })`

interface Seen {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends a request to every port and socket of the durable runtime, as another uid where possible. */
function asStranger(setup: AttackSetup, options: object, body = {}): Seen[] {
  const isRoot = process.getuid?.() === 0
  const ports = portsOf(setup).map((port) => ({ host: '127.0.0.1', port }))
  const sockets = ['ingress', 'admin'].map((name) => ({ socketPath: socketOf(setup, name) }))
  const list = isRoot ? [...ports, ...sockets] : ports
  const given = [list, options, body].map((one) => JSON.stringify(one))
  const account = isRoot ? { uid: STRANGER, gid: STRANGER } : {}
  const out = execFileSync(process.execPath, ['-e', PROGRAM, ...given], { cwd: '/', ...account })
  return JSON.parse(out.toString()) as Seen[]
}

const detailOf = (seen: readonly Seen[]) =>
  seen.map(({ status, text }) => `${status} ${text.slice(0, 40)}`).join('; ')

/** Calls removeProject for a live project through the ingress, as an attacker who got past the network's guards. */
async function removeLiveProject(
  setup: AttackSetup,
  sign?: (signer: CallSigner, call: Signed) => string,
): Promise<Attempt> {
  const { projectId, owner } = await setup.newProject('sqlite3')
  const named = { address: setup.address, token: owner }
  const path = `/api/project/${projectId}/environment`
  const { body: listed } = await call(named, { method: 'GET', path })
  const environments = (listed.environments ?? []) as { id: string }[]
  const files = environments.map(({ id }) => join(setup.dataDir, 'projects', `${id}.db`))
  const there = files.filter((file) => existsSync(file))
  if (there.length === 0) throw new Error('the project has no files to lose')
  const target = { service: 'plinthTasks1', key: projectId, handler: 'removeProject' }
  const body = JSON.stringify({ taskId: '0' })
  const signer = openCallSigner(keysInFile(keyFileOf(setup.dataDir)))
  const headers = {
    'content-type': 'application/json',
    ...(sign ? { [SIGNATURE_HEADER]: sign(signer, { ...target, body }) } : {}),
  }
  const sent = { path: `plinthTasks1/${projectId}/removeProject`, headers, body }
  const { status, text } = await requestRuntime(`unix:${socketOf(setup, 'ingress')}`, sent)
  const isGone = there.some((file) => !existsSync(file))
  return { succeeded: isGone, detail: `${status} ${text.slice(0, 80)}` }
}

const cases: AttackCase[] = [
  {
    name: 'finding 3: another account reads the journal of the durable runtime',
    guard: SOCKETS,
    async attempt(setup) {
      const options = {
        path: '/query',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }
      const body = { query: 'select target from sys_invocation' }
      const seen = asStranger(setup, options, body)
      return { succeeded: seen.some(({ status }) => status === 200), detail: detailOf(seen) }
    },
  },
  {
    name: 'finding 3: a web page of another origin may call the durable runtime',
    guard: SOCKETS,
    async attempt(setup) {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      const path = '/plinthTasks1/prj_any/removeProject'
      const seen = asStranger(setup, { path, method: 'OPTIONS', headers })
      const isAllowed = seen.some((one) => one.headers['access-control-allow-origin'] !== undefined)
      return { succeeded: isAllowed, detail: detailOf(seen) }
    },
  },
  {
    name: 'finding 3: an unsigned call removes the databases of a live project',
    guard: CALLS,
    attempt: (setup) => removeLiveProject(setup),
  },
  {
    name: 'finding 3: a call that was signed ten minutes ago removes the databases of a live project',
    guard: CALLS,
    attempt: (setup) =>
      removeLiveProject(setup, (signer, given) => {
        const now = Date.now
        Date.now = () => now() - TEN_MINUTES_MS
        try {
          return signer.sign(given)
        } finally {
          Date.now = now
        }
      }),
  },
  {
    name: 'finding 3: a call with a right signature removes the databases of a live project',
    guard: CALLS,
    attempt: (setup) => removeLiveProject(setup, (signer, given) => signer.sign(given)),
  },
]

/** Forged calls to the durable runtime. */
export const durable: AttackArea = {
  name: 'durable',
  guards: [
    {
      name: SOCKETS,
      replaces: { 'foundation/embedded/restate/restate-config.ts': 'restate-config.ts' },
    },
    {
      name: CALLS,
      replaces: {
        'foundation/durable/verify-calls.ts': 'check-calls.ts',
        'foundation/durable/open-task-store.ts': 'open-task-store.ts',
        'projects/environments/environment-store.ts': 'environment-store.ts',
      },
    },
  ],
  cases,
}
