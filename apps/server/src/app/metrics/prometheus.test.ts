import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ENDPOINTS } from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../foundation/embedded/testing/free-port.ts'
import { watchedShop } from '../../workflows/triggers/row/testing/watched-shop.ts'
import type { RunningServer } from '../startup/start-server.ts'
import { eventually } from '../testing/eventually.ts'
import { hookPlace } from '../testing/hook-place.ts'
import { startBeside } from '../testing/start-beside.ts'

const OPS = join(import.meta.dirname, '../../../../../ops')
const ALERTS = join(OPS, 'prometheus/alerts.yml')
const promtool = (...args: string[]) => promisify(execFile)('/usr/bin/promtool', args)

const scrape = async (port: number) => (await fetch(`http://localhost:${port}/metrics`)).text()
const seriesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('plinth_'))

let folder: string
let address: string
let prometheus: ReturnType<typeof spawn>

/** A row event, a run with steps and a webhook call, so that every instrument has been used. */
async function makeTraffic(): Promise<void> {
  const [shop, hooks] = await Promise.all([watchedShop('sqlite3'), hookPlace()])
  const { id } = await shop.watch({ event: 'created' })
  await shop.rows('POST', 'order', { body: { name: 'Ada', total: 1 } })
  await shop.ended(id, 1)
  const { url } = await hooks.hook({ parameters: { answer: 'result' } })
  expect((await fetch(url, { method: 'POST' })).status).toBe(200)
  expect((await fetch(`${inject('server').address}/unknown/path`)).status).toBe(404)
}

async function startPrometheus(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'plinth-prometheus-'))
  const settings = (await readFile(join(OPS, 'prometheus/prometheus.yml'), 'utf8'))
    .replaceAll('15s', '1s')
    .replace('alerts.yml', ALERTS)
    .replace('127.0.0.1:9464', `localhost:${inject('server').metricsPort}`)
  const file = join(folder, 'prometheus.yml')
  await writeFile(file, settings)
  const at = `127.0.0.1:${await freePort()}`
  address = `http://${at}`
  prometheus = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${at}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  )
}

beforeAll(async () => {
  await Promise.all([makeTraffic(), startPrometheus()])
})
afterAll(async () => {
  prometheus.kill()
  await once(prometheus, 'exit')
  await rm(folder, { recursive: true, force: true })
})

async function ask<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${address}/api/v1/${path}?${new URLSearchParams(query)}`)
  const { status, data, error } = (await answer.json()) as Record<string, unknown>
  expect({ query, status, error }).toEqual({ query, status: 'success', error: undefined })
  return data as T
}

async function listExpressions(): Promise<string[]> {
  const { groups } = await ask<{ groups: { rules: { query: string }[] }[] }>('rules')
  const board = JSON.parse(await readFile(join(OPS, 'grafana/plinth.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ query }) => query)),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].map((text) => text.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'))
}

/** The selectors of an expression; a pattern counts as any value, because a status may not have occurred. */
const selectorsOf = (expression: string) =>
  (expression.match(/\bplinth_\w+(\{[^}]*\})?/g) ?? []).map((selector) =>
    selector.replace(/(\w+)[=!]~"[^"]*"/g, '$1!=""'),
  )

test('alerts and dashboard name only series that exist', async () => {
  // A series is there once it was scraped after the traffic.
  const name = 'plinth_step_duration_seconds_count{kind="set"}'
  await eventually(async () => {
    const found = await ask<unknown[]>('series', { 'match[]': name }).catch(() => [])
    return found.length > 0
  }, 20_000)
  const expressions = await listExpressions()
  expect(expressions.length).toBeGreaterThan(50)
  const selectors = new Set(expressions.flatMap(selectorsOf))
  const unknown: string[] = []
  for (const selector of selectors) {
    const found = await ask<unknown[]>('series', { 'match[]': selector })
    if (found.length === 0) unknown.push(selector)
  }
  expect(unknown).toEqual([])
  for (const query of expressions) await ask('query', { query })
})

test('Prometheus evaluates every alert, and none fires', async () => {
  interface Rule {
    name: string
    health: string
    lastError?: string
    state: string
  }
  const rules = await eventually(async () => {
    const { groups } = await ask<{ groups: { rules: Rule[] }[] }>('rules')
    const all = groups.flatMap((group) => group.rules)
    return all.every(({ health }) => health !== 'unknown') && all
  })
  expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([])
})

test('promtool accepts the settings, the alerts with their tests, and the metrics', async () => {
  await promtool('check', 'config', join(OPS, 'prometheus/prometheus.yml'))
  await promtool('check', 'rules', '--lint-fatal', ALERTS)
  await promtool('test', 'rules', join(OPS, 'prometheus/alerts.test.yml'))
  const lint = execFile('/usr/bin/promtool', ['check', 'metrics'])
  let said = ''
  lint.stderr?.on('data', (text) => {
    said += text
  })
  lint.stdin?.end(await scrape(inject('server').metricsPort))
  const [code] = await once(lint, 'exit')
  expect({ code, said }).toEqual({ code: 0, said: '' })
})

test('labels are bounded: no project, table, row, run or path is in any of them', async () => {
  const all = seriesOf(await scrape(inject('server').metricsPort))
  const labels = all.flatMap((line) =>
    [...line.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({
      name,
      value,
    })),
  )
  expect([...new Set(labels.map(({ name }) => name))].sort()).toEqual(
    [
      ...['cache', 'endpoint', 'name', 'kind', 'le', 'major', 'minor', 'part', 'patch', 'pool'],
      ...['queue', 'result', 'role', 'space', 'state', 'status', 'version'],
    ].sort(),
  )
  const strange = labels.filter(({ value }) => /[a-z]{2,4}_\d|[0-9a-f]{8}-|\/|^order$/.test(value))
  expect(strange).toEqual([])
  const endpoints = new Set([...ENDPOINTS.map(({ name }) => name), 'webhook', 'other'])
  const named = labels.filter(({ name }) => name === 'endpoint').map(({ value }) => value)
  expect(named.filter((value) => !endpoints.has(value))).toEqual([])
  expect(named).toContain('other')
})

test.each(['api', 'data'])(
  'a process of the role %s serves metrics on a port of their own',
  async (role) => {
    const server: RunningServer = await startBeside({
      PLINTH_ROLES: role,
      PLINTH_METRICS_PORT: '0',
    })
    try {
      expect((await fetch(`${server.address}/health/live`)).status).toBe(200)
      const text = await scrape(server.metricsPort ?? 0)
      expect(text).toContain(`plinth_process_role{role="${role}"} 1`)
      expect(text).toContain(
        'plinth_http_request_duration_seconds_count{endpoint="getLiveness",status="200"} 1',
      )
      expect(text).toContain('plinth_queue_age_seconds{queue="outbox"}')
      expect((await fetch(`http://localhost:${server.metricsPort}/`)).status).toBe(404)
      expect((await fetch(`${server.address}/metrics`)).status).toBe(404)
    } finally {
      await server.stop()
    }
  },
)

test('without the setting nothing is recorded or served', async () => {
  const server = await startBeside()
  expect([server.metricsPort, server.context.metrics.isOn]).toEqual([undefined, false])
  await server.stop()
})
