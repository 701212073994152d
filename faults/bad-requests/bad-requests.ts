import { routes } from '../../apps/server/src/app/startup/routes.ts'
import { startServer } from '../../apps/server/src/app/startup/start-server.ts'
import { type Route, route } from '../../apps/server/src/foundation/http/calls/route.ts'
import { ApiError } from '../../apps/server/src/foundation/http/errors/api-error.ts'
import { buildApp } from '../../apps/server/src/foundation/http/server/build-app.ts'
import { servePages } from '../../apps/server/src/foundation/http/server/serve-pages.ts'
import { readEnv } from '../../apps/server/src/foundation/settings/env.ts'
import { Done, endpoint } from '../../packages/contract/src/index.ts'
import { Random } from '../stack/random.ts'
import {
  ADMIN,
  embeddedDatabaseUrl,
  isReady,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { checkAnswer } from './check-answer.ts'
import { mutateRequest } from './mutate-request.ts'
import { isStream, RawConnection } from './raw-connection.ts'
import { ownPart, prepareFixtures, realFields } from './request-fixtures.ts'
import { Tally } from './tally.ts'
import { makeTargets } from './target.ts'

const SEED = 20_261_115
const CONNECTIONS = 32
const NO_LIMIT = '100000000'
const MIN_PAST = 0.6
const MIN_NEARLY_VALID = 0.5

async function sendAll(at: {
  address: string
  databaseUrl: string
  routes: readonly Route[]
  requests: number
}): Promise<Tally> {
  const random = new Random(SEED)
  const fixtures = await prepareFixtures(at)
  const targets = makeTargets(
    at.routes.map((served) => served.endpoint),
    { random, fields: realFields(fixtures, random) },
  )
  const own = ownPart(fixtures, random)
  const tally = new Tally()
  let left = at.requests
  const person = async () => {
    const connection = new RawConnection(at.address)
    while (left > 0) {
      left -= 1
      const target = random.pick(targets)
      const { token = fixtures.token, params } = own(target.endpoint)
      const request = mutateRequest(target, { random, token, ...(params ? { params } : {}) })
      const answer = await connection
        .send(request.bytes, { isHead: request.method === 'HEAD' })
        .catch(() => undefined)
      tally.add(request, answer?.status)
      const problem = checkAnswer(request, answer)
      if (problem !== undefined) tally.violate(request, problem)
      if (request.kind === 'protocol' || (answer && isStream(answer))) connection.close()
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, person))
  return tally
}

function conclude(tally: Tally): SuiteResult {
  const past = tally.share(tally.pastAuthentication)
  const nearly = tally.share((tally.byKind.get('field') ?? 0) + (tally.byKind.get('header') ?? 0))
  const violations = [...tally.violations]
  if (past < MIN_PAST) violations.push(`only ${percent(past)} passed authentication`)
  if (nearly < MIN_NEARLY_VALID) violations.push(`only ${percent(nearly)} were nearly valid`)
  for (const line of tally.lines()) console.log(`  ${line}`)
  return {
    violations,
    figures:
      `${tally.sent} bad requests over ${tally.byRoute.size - 1} routes, ${percent(past)} past ` +
      `authentication, ${percent(nearly)} valid but for one thing`,
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** Two planted bad routes: one crashes, one leaks internals. */
const PLANTED: readonly Route<unknown>[] = [
  route(
    endpoint({
      name: 'breaks',
      summary: 'Breaks',
      method: 'GET',
      path: '/api/planted/breaks',
      access: 'staff',
      answer: Done,
    }),
    async () => {
      throw new TypeError('planted')
    },
  ),
  route(
    endpoint({
      name: 'tells',
      summary: 'Tells',
      method: 'GET',
      path: '/api/planted/tells',
      access: 'staff',
      answer: Done,
    }),
    async () => {
      throw new ApiError('bad_request', 'select id from staff where email = $1')
    },
  ),
]

export const badRequests: Suite = {
  name: 'bad-requests',
  async run({ full }) {
    const stack = await startStack({
      dataDir: makeDataDir(),
      env: { PLINTH_SIGN_IN_ATTEMPTS: NO_LIMIT },
    })
    const requests = full ? 100_000 : 5_000
    const databaseUrl = embeddedDatabaseUrl(stack.dataDir)
    const result = conclude(
      await sendAll({ address: stack.address, databaseUrl, routes, requests }),
    )
    const reasons = /"level":50.*/g
    for (const [line] of stack.output().matchAll(reasons)) {
      if (result.violations.length > 0) result.violations.push(`the log: ${line.slice(0, 600)}`)
    }
    const [second] = /.*a second connection was asked for.*/.exec(stack.output()) ?? []
    if (second !== undefined) result.violations.push(`the log: ${second.slice(0, 900)}`)
    if (stack.hasEnded())
      result.violations.push(`the product ended: ${stack.output().slice(-2_000)}`)
    else if (!(await isReady(stack.address))) result.violations.push('not ready at the end')
    await stack.stop()
    removeDataDir(stack.dataDir)
    return result
  },
  async prove() {
    const dataDir = makeDataDir()
    const env = readEnv([], {
      PORT: '0',
      PLINTH_HOST: '127.0.0.1',
      PLINTH_DATA_DIR: dataDir,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
      PLINTH_SIGN_IN_ATTEMPTS: NO_LIMIT,
      PLINTH_LOG_LEVEL: 'silent',
    })
    const server = await startServer(env)
    const served = [...routes, ...PLANTED]
    const app = await buildApp(server.context, {
      routes: served,
      page: (pages) => servePages(pages, { env, routes: served }),
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const databaseUrl = embeddedDatabaseUrl(dataDir)
    const tally = await sendAll({ address, databaseUrl, routes: served, requests: 1_000 })
    await app.close()
    await server.stop()
    removeDataDir(dataDir)
    const found = conclude(tally)
    for (const name of ['breaks', 'tells']) {
      if (!found.violations.some((violation) => violation.startsWith(`${name} `))) {
        throw new Error(`the planted route "${name}" was not detected`)
      }
    }
    return found
  },
}
