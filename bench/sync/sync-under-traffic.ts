import { setTimeout as sleep } from 'node:timers/promises'
import { Configuration, type MigrationPlan } from '@plinth/contract'
import { type Answered, call, signIn } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { type Felt, Traffic } from './traffic.ts'

const TABLES = 50
const PEOPLE = 10
const EVERY_MS = 50
const CONTROL_MS = 5_000
/** The lock timeout plus 50 ms. */
const MAX_STALL_MS = 250

const names = Array.from({ length: TABLES }, (_, index) => `table_${index}`)

function configurationWith(more: boolean): Configuration {
  const column = (table: string, name: string, rest: object = { type: 'text' }) => ({
    id: `${table}_${name}`,
    name,
    ...rest,
  })
  const added = (table: string) => [
    column(table, 'count', { type: 'number', options: { isRequired: true, default: 1 } }),
    column(table, 'note'),
  ]
  return Configuration.parse({
    database: 'postgres',
    tables: names.map((name) => ({
      id: name,
      name,
      columns: [column(name, 'title'), ...(more ? added(name) : [])],
    })),
  })
}

interface Project {
  at: { address: string; token: string }
  id: string
}

function expectOk({ status, body }: Answered, what: string): Record<string, unknown> {
  if (status === 200 || status === 201) return body
  throw new Error(`${what} answered ${status} ${JSON.stringify(body).slice(0, 300)}`)
}

async function syncTo({ at, id }: Project, newConfiguration: Configuration): Promise<void> {
  const post = (path: string, body: unknown) => call(at, { method: 'POST', path, body })
  expectOk(await post(`/api/project/${id}/configuration`, { newConfiguration }), 'saving')
  const { plan } = expectOk(await post(`/api/database/${id}/sync/plan`, {}), 'planning') as {
    plan: MigrationPlan
  }
  const confirm = plan.steps.map((step) => step.id)
  expectOk(await post(`/api/database/${id}/sync`, { planId: plan.planId, confirm }), 'syncing')
}

async function askForRows({ at, id }: Project): Promise<void> {
  const table = names[Math.floor(Math.random() * names.length)]
  const where = new URLSearchParams({ $projectId: id, $environment: 'dev' })
  const path = `/api/data/${table}?${where}`
  const answer =
    Math.random() < 0.8
      ? await call(at, { method: 'GET', path })
      : await call(at, { method: 'POST', path, body: { title: 'A row' } })
  expectOk(answer, table ?? '')
}

async function start(address: string): Promise<Project> {
  const at = { address, token: await signIn(address) }
  const body = { cloned: false, name: 'Under traffic' }
  const made = expectOk(await call(at, { method: 'POST', path: '/api/project', body }), 'creating')
  const project = { at, id: String(made.projectId) }
  await syncTo(project, configurationWith(false))
  return project
}

/** A sync of fifty tables while clients read and write rows of all of them over the API. */
async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir, env: { PLINTH_DEFAULT_ENGINE: 'postgres' } })
  try {
    const project = await start(stack.address)
    const ask = () => askForRows(project)
    const traffic = new Traffic({ people: PEOPLE, everyMs: EVERY_MS, ask })
    await sleep(1_000)
    const control = await traffic.during(() => sleep(CONTROL_MS))
    const syncs: { what: string; ms: number; felt: Felt; stallMs: number }[] = []
    for (const more of [true, false, true]) {
      const { felt, ms } = await traffic.during(() => syncTo(project, configurationWith(more)))
      const what = more ? 'two fields to each table' : 'both set aside'
      syncs.push({ what, ms, felt, stallMs: felt.longestMs - control.felt.longestMs })
      console.log(`  ${what}: ${ms} ms, longest request ${felt.longestMs} ms`)
    }
    await traffic.stop()
    const worst = Math.max(...syncs.map(({ stallMs }) => stallMs))
    const { failures } = traffic
    return {
      figures: `${TABLES} tables, ${PEOPLE} people: ${failures.length} failed requests, longest stall ${worst} ms over a control of ${control.felt.longestMs} ms`,
      violations: [
        ...[...new Set(failures)].slice(0, 5).map((failure) => `a request failed: ${failure}`),
        ...(worst > MAX_STALL_MS ? [`a client waited ${worst} ms longer than in the control`] : []),
      ],
      result: {
        tables: TABLES,
        people: PEOPLE,
        control: control.felt,
        syncs,
        failures: failures.length,
      },
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
}

export const syncUnderTraffic: Measurement = { name: 'sync-under-traffic', run: measure }
