import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { call } from '../../faults/stack/call.ts'
import { seededEmail, seedProjects } from '../../faults/stack/seed-projects.ts'
import {
  ADMIN,
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import { measureRound } from '../measure/measure-round.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, quantile, round, spread } from '../measure/statistics.ts'

const SEED = { projects: 10_000, staff: 1_000, projectsPerStaff: 50 }
const PAIRS = 10
const SAMPLE_MS = 2_000
const MAX_RATIO = 1.5

interface Person {
  who: 'admin' | 'member'
  token: string
  staff: string
}

async function signInAs(address: string, email: string): Promise<string> {
  const body = { email, password: ADMIN.password }
  const answer = await call({ address }, { method: 'POST', path: '/auth/login', body })
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`)
  return String(answer.body.token)
}

/** Seeds the database and signs in an admin, who sees all projects, and a member, who sees 50. */
async function prepare(at: { address: string; databaseUrl: string }): Promise<Person[]> {
  const db = openDatabase({ url: at.databaseUrl, maxConnections: 1, onError: () => undefined })
  try {
    await seedProjects(db, SEED)
    const people: Person[] = []
    for (const [who, email] of [
      ['admin', ADMIN.email],
      ['member', seededEmail(500)],
    ] as const) {
      const [row] = await db.query<{ staff: string }>(sql`
        select json_build_object('id', id, 'organisationId', organisation_id, 'email', email,
          'firstName', first_name, 'lastName', last_name, 'isAdmin', is_admin)::text as staff
        from staff where email = ${email}`)
      people.push({ who, token: await signInAs(at.address, email), staff: row?.staff ?? '' })
    }
    return people
  } finally {
    await db.close()
  }
}

async function startBare(
  databaseUrl: string,
  staff: string,
): Promise<{ url: string; end(): void }> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-list-server.ts'), [
    databaseUrl,
    staff,
  ])
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/`, end: () => void child.kill() }
}

async function compare(sides: { person: Person; ours: string; bare: string; connections: number }) {
  const { token, who } = sides.person
  const sample = (url: string, ms: number) =>
    measureRound({ url, token, connections: sides.connections, ms })
  await sample(sides.ours, SAMPLE_MS / 2)
  await sample(sides.bare, SAMPLE_MS / 2)
  const pairs: { ours: number; bare: number; ratio: number }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const ours = median(await sample(sides.ours, SAMPLE_MS))
    const bare = median(await sample(sides.bare, SAMPLE_MS))
    pairs.push({ ours, bare, ratio: ours / bare })
  }
  const line = {
    who,
    connections: sides.connections,
    ratio: spread(pairs.map((pair) => pair.ratio)),
    oursMs: round(median(pairs.map((pair) => pair.ours))),
    bareMs: round(median(pairs.map((pair) => pair.bare))),
  }
  console.log(
    `  ${who}, ${line.connections} connections: ${line.oursMs} ms against ${line.bareMs} ms, ` +
      `ratio ${line.ratio.median} (${line.ratio.low}–${line.ratio.high})`,
  )
  return line
}

/** Less common pages: a search, and the end of the list. */
async function timeOthers(address: string, token: string): Promise<Record<string, unknown>> {
  const paths = {
    search: '/api/project?search=project%2099',
    searchWithoutMatch: '/api/project?search=nothing',
    outOfSync: '/api/project?status=out-of-sync',
    deepPage: '/api/project?page=200',
    largestPage: '/api/project?limit=200',
  }
  const lines: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(paths)) {
    const times = await measureRound({
      url: `${address}${path}`,
      token,
      connections: 1,
      ms: SAMPLE_MS,
    })
    lines[name] = { medianMs: round(median(times)), p99Ms: round(quantile(times, 0.99)) }
    console.log(`  admin, ${name}: ${round(median(times))} ms`)
  }
  return lines
}

async function measure(): Promise<Measured> {
  const stack = await startStack({ dataDir: makeDataDir() })
  const databaseUrl = embeddedDatabaseUrl(stack.dataDir)
  const people = await prepare({ address: stack.address, databaseUrl })
  console.log(`  ${SEED.projects} projects, ${SEED.staff} staff with ${SEED.projectsPerStaff} each`)
  const lines: Awaited<ReturnType<typeof compare>>[] = []
  for (const person of people) {
    const bare = await startBare(databaseUrl, person.staff)
    for (const connections of [1, 8]) {
      const ours = `${stack.address}/api/project`
      lines.push(await compare({ person, ours, bare: bare.url, connections }))
    }
    bare.end()
  }
  const others = await timeOthers(stack.address, people[0]?.token ?? '')
  await stack.stop()
  removeDataDir(stack.dataDir)
  const worst = Math.max(...lines.map((line) => line.ratio.median))
  return {
    figures: `${worst} × the bare server's time at the most (required: ${MAX_RATIO})`,
    violations: worst > MAX_RATIO ? [`the ratio is ${worst}, above ${MAX_RATIO}`] : [],
    result: { seed: SEED, pairs: PAIRS, turnMs: SAMPLE_MS, required: MAX_RATIO, lines, others },
  }
}

export const projectList: Measurement = { name: 'project-list', run: measure }
