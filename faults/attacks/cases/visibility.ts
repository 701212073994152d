import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { nodeDefinitions } from '@plinth/engine'
import { openUnder } from '../../../apps/server/src/operations/backups/archive/passphrase-box.ts'
import { openArchive } from '../../../apps/server/src/operations/backups/archive/read-archive.ts'
import { ENGINES } from '../../rows/notes-project.ts'
import { call } from '../../stack/call.ts'
import { eventually } from '../../stack/eventually.ts'
import type { AttackArea, AttackCase } from '../setup/attack-case.ts'
import type { AttackedProject, AttackSetup } from '../setup/attack-setup.ts'

const SECRETS = "production's secrets leave under an admin's passphrase alone"
const LINKS = 'relation columns list ids that the caller may view'
const PRODUCTION = 'developers read production only where the project lets them'
const REDIRECTS = 'respond redirects only where the node allows it'

const PASSPHRASE = 'a passphrase the owner chose'

interface Asked {
  method?: string
  path: string
  body?: unknown
}

/** A call that must succeed to set up the attack. */
async function must(setup: AttackSetup, token: string, { method = 'GET', ...asked }: Asked) {
  const answer = await call({ address: setup.address, token }, { method, ...asked })
  if (answer.status === undefined || answer.status > 202)
    throw new Error(`${method} ${asked.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Secrets in an archive, decrypted with its owner's passphrase. */
async function openSecrets(url: string, backupId: string): Promise<string> {
  const answer = await fetch(url)
  const { parts } = await openArchive(Readable.from([Buffer.from(await answer.arrayBuffer())]))
  for await (const part of parts) {
    if (part.name !== 'secrets.json') continue
    const sealed = (await part.read()).toString('utf8')
    return openUnder(PASSPHRASE, { sealed, bound: backupId })
  }
  return ''
}

/** A secret production constant, created by the admin. */
async function giveSecret(setup: AttackSetup, { projectId }: AttackedProject): Promise<string> {
  const path = `/api/project/${projectId}`
  const found = await must(setup, setup.admin, { path: `${path}/environment` })
  const environments = found.environments as { id: string; name: string }[]
  const environment = environments.find(({ name }) => name === 'production')?.id
  const value = `live-${randomBytes(12).toString('hex')}`
  const body = { key: `K${value.slice(5)}`, value, environment, secret: true }
  await must(setup, setup.admin, { method: 'POST', path: `${path}/constant`, body })
  return value
}

const ownersBackup: AttackCase = {
  name: "finding 5: an owner reads production's secrets in a backup",
  guard: SECRETS,
  async attempt(setup) {
    const { own } = setup.projects.sqlite3
    const secret = await giveSecret(setup, own)
    const path = `/api/project/${own.projectId}/backup`
    const body = { passphrase: PASSPHRASE }
    const started = await must(setup, own.owner, { method: 'POST', path, body })
    const { id } = started.backup as { id: string }
    await eventually(
      async () => {
        const { backup } = await must(setup, own.owner, { path: `${path}/${id}` })
        return (backup as { state: string }).state === 'done'
      },
      { limitMs: 60_000 },
    )
    const download = { method: 'POST', path: `${path}/${id}/download` }
    const { url } = await must(setup, own.owner, download)
    // Signed for the operator's configured address, which is not where this product listens.
    const { pathname, search } = new URL(String(url))
    const secrets = await openSecrets(`${setup.address}${pathname}${search}`, id)
    return {
      succeeded: secrets.includes(secret),
      detail: `environments in it: ${Object.keys(JSON.parse(secrets).constants)}`,
    }
  },
}

const hiddenIds: AttackCase = {
  name: 'finding 12: guests read ids of rows they may not view',
  guard: LINKS,
  async attempt(setup) {
    const counts: number[] = []
    for (const engine of ENGINES) {
      const { projectId } = setup.projects[engine].own
      const path = `/api/data/topic?$projectId=${projectId}&$columns=id,notes`
      const { body } = await call({ address: setup.address }, { method: 'GET', path })
      counts.push(...(body.data as { notes: string[] }[]).map(({ notes }) => notes.length))
    }
    return { succeeded: counts.some((count) => count > 0), detail: `ids in topics: ${counts}` }
  },
}

/** The rows of a relation have an address of their own; a cursor starts before the first one. */
const hiddenRows: AttackCase = {
  name: 'guests read rows they may not view by the address of a relation',
  guard: LINKS,
  async attempt(setup) {
    const counts: number[] = []
    for (const engine of ENGINES) {
      const { projectId } = setup.projects[engine].own
      const at = `$projectId=${projectId}`
      const guest = { address: setup.address }
      const topics = await call(guest, { method: 'GET', path: `/api/data/topic?${at}&$columns=id` })
      for (const { id } of topics.body.data as { id: string }[]) {
        const path = `/api/data/topic/${id}/notes?${at}&$cursor=.${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`
        const { body } = await call(guest, { method: 'GET', path })
        counts.push((body.data as unknown[]).length, Number(body.total))
      }
    }
    return { succeeded: counts.some((count) => count > 0), detail: `rows of topics: ${counts}` }
  },
}

interface Production {
  /** The query parameters that name it. */
  at: string
  projectId: string
}

/** Ways in which a developer requests production rows. */
const READS: Record<string, (from: Production) => Asked> = {
  'a list': ({ at }) => ({ path: `/api/data/note?${at}` }),
  'an export': ({ at }) => ({ path: `/api/data/note/export?${at}&format=json` }),
  'a raw query': ({ at }) => ({
    method: 'POST',
    path: `/api/data/note?${at}`,
    body: { query: 'select title, secret from note' },
  }),
  'the SQL tab': ({ projectId }) => ({
    method: 'POST',
    path: `/api/project/${projectId}/sql`,
    body: { environment: 'production', sql: 'select title, secret from note' },
  }),
}

const readsOfProduction = Object.entries(READS).map(
  ([name, ask]): AttackCase => ({
    name: `finding 16: a developer reads production's rows by ${name}`,
    guard: PRODUCTION,
    async attempt(setup) {
      const { projectId, staff } = await setup.newProject('sqlite3')
      const deploy = { method: 'POST', path: `/api/database/${projectId}/deploy`, body: {} }
      await must(setup, setup.admin, deploy)
      const at = `$projectId=${projectId}&$environment=production`
      const canary = randomBytes(12).toString('hex')
      const row = { method: 'POST', path: `/api/data/note?${at}`, body: { title: canary } }
      await must(setup, setup.admin, row)
      const { method = 'GET', ...asked } = ask({ at, projectId })
      const answer = await call({ address: setup.address, token: staff }, { method, ...asked })
      const text = JSON.stringify(answer.body)
      return { succeeded: text.includes(canary), detail: `${answer.status} ${text.slice(0, 100)}` }
    },
  }),
)

const definitions = Object.values(nodeDefinitions).flat()

const node = (id: string, kind: string, parameters: object) => ({
  id,
  type: 'custom',
  position: { x: 0, y: 0 },
  data: {
    definition: definitions.find(({ name }) => name === kind),
    label: id,
    active: true,
    isDisabled: false,
    parameters,
    credentials: {},
  },
})

const openRedirect: AttackCase = {
  name: "finding 21: a webhook redirects callers from the console's address",
  guard: REDIRECTS,
  async attempt(setup) {
    const { projectId, staff } = setup.projects.sqlite3.own
    const say = { value: '1', status: 302, headers: '{"Location":"https://evil.example/"}' }
    const body = {
      name: randomBytes(6).toString('hex'),
      nodes: [node('hook', 'trigger-webhook', { answer: 'result' }), node('say', 'respond', say)],
      connections: [
        { id: 'c', source: 'hook', target: 'say', sourceHandle: null, targetHandle: null },
      ],
      active: true,
    }
    const path = `/api/project/${projectId}/workflow`
    const made = await must(setup, staff, { method: 'POST', path, body })
    const { workflow } = made.data as { workflow: { triggers: { url: string }[] } }
    const { pathname } = new URL(workflow.triggers[0]?.url ?? '')
    const url = new URL(pathname, setup.address)
    const answer = await fetch(url, { method: 'POST', redirect: 'manual' })
    const location = answer.headers.get('location')
    return { succeeded: location !== null, detail: `${answer.status} location ${location}` }
  },
}

/** Data visibility: secrets in archives, ids of hidden rows, production data, and redirects of webhook responses. */
export const visibility: AttackArea = {
  name: 'visibility',
  guards: [
    {
      name: SECRETS,
      replaces: { 'operations/backups/store/secret-environments.ts': 'secret-environments.ts' },
    },
    { name: LINKS, replaces: { 'rows/statements/expression/link-rule.ts': 'link-rule.ts' } },
    {
      name: PRODUCTION,
      replaces: { 'foundation/http/access/production-read.ts': 'production-read.ts' },
    },
    {
      name: REDIRECTS,
      replaces: {
        '../../../packages/engine/src/nodes/respond/reject-redirect.ts': 'reject-redirect.ts',
      },
    },
  ],
  cases: [ownersBackup, hiddenIds, hiddenRows, ...readsOfProduction, openRedirect],
}
