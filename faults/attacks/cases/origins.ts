import { randomUUID } from 'node:crypto'
import { call } from '../../stack/call.ts'
import type { AttackArea, AttackCase } from '../setup/attack-case.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'

const ORIGINS = 'answers are read by allowed origins only'
const WILDCARDS = 'wildcards are below proved domains only'

/** The origin that the server lets read an answer of the victim's project. */
async function readAs(
  { address, projects }: AttackSetup,
  { origin, environment }: { origin: string; environment: string },
): Promise<string | null> {
  const { projectId } = projects.sqlite3.own
  const query = `$projectId=${projectId}&$environment=${environment}`
  const answer = await fetch(`${address}/api/data/notes?${query}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET' },
  })
  await answer.arrayBuffer()
  return answer.headers.get('access-control-allow-origin')
}

const readCase = (name: string, asked: { origin: string; environment: string }): AttackCase => ({
  name,
  guard: ORIGINS,
  async attempt(setup) {
    const allowed = await readAs(setup, asked)
    return { succeeded: allowed === asked.origin, detail: `${asked.origin}: ${allowed}` }
  },
})

/** A developer allows every page of a host of another owner, such as one that serves the sites of many people. */
const foreignWildcard: AttackCase = {
  name: 'a wildcard below a foreign host is saved',
  guard: WILDCARDS,
  async attempt({ address, projects }) {
    const { projectId, owner: token } = projects.sqlite3.own
    const path = `/api/project/${projectId}`
    const found = await call({ address, token }, { method: 'GET', path: `${path}/origins` })
    const [dev] = found.body.data as { environmentId: string }[]
    const origins = [`https://*.${randomUUID()}.example.com`]
    const body = { environmentId: dev?.environmentId, origins, allowsLocal: true }
    const { status } = await call(
      { address, token },
      { method: 'PUT', path: `${path}/origins`, body },
    )
    return { succeeded: status === 200, detail: `PUT ${origins[0]}: ${status}` }
  },
}

export const originAttacks: AttackArea = {
  name: 'origins',
  guards: [
    {
      name: ORIGINS,
      replaces: { 'foundation/http/origins/match-origin.ts': 'origins/match-origin.ts' },
    },
    {
      name: WILDCARDS,
      replaces: { 'projects/origins/below-proved-host.ts': 'origins/below-proved-host.ts' },
    },
  ],
  cases: [
    readCase('an unknown page reads dev', {
      origin: 'https://evil.example',
      environment: 'dev',
    }),
    readCase('a page that only looks local reads dev', {
      origin: 'http://localhost.evil.example:5173',
      environment: 'dev',
    }),
    readCase('a local page reads production', {
      origin: 'http://localhost:5173',
      environment: 'production',
    }),
    foreignWildcard,
  ],
}
