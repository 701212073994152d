import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { EnvironmentVariables } from '../../apps/server/src/foundation/settings/environment-variables.ts'
import { PAGES } from '../../docs/site/.vitepress/pages.ts'
import { ROOTS } from '../../packages/engine/src/template/parse-path.ts'
import { findUndocumented } from './find-undocumented.ts'
import { readRows } from './read-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
/** Served without an endpoint of the contract: webhooks and files. */
const OTHER_PATHS = /^(GET|POST) \/(hooks|files|docs|metrics)\b/
/** Read by the command-line client and by the examples. */
const CLIENT_SETTINGS = new Set([
  'PLINTH_URL',
  'PLINTH_KEY',
  'PLINTH_PROJECT',
  'PLINTH_PROJECT_ID',
  'PLINTH_SERVER_KEY',
])
const COMMANDS = [
  ...read('apps/server/src/app/plinth-server.ts').matchAll(/^ {2}(?:\[| {2})'([a-z-]+)',/gm),
].map(([, name]) => name)

const spansOf = (text: string) => text.match(/(?<=`)[^`\n]+(?=`)/g) ?? []

/** A parameter of a path stands for any one segment. */
function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.$]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
}

const patterns = ENDPOINTS.map(({ method, path }) => ({ method, path: toPattern(path) }))

/** Calls such as `GET /health/ready` that no endpoint answers. */
function findUnknownCalls(text: string): string[] {
  const calls = spansOf(text).filter((span) => /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(span))
  return calls.filter((call) => {
    const [method, address = ''] = call.split(' ')
    const [path = ''] = address.split('?')
    if (OTHER_PATHS.test(call)) return false
    return !patterns.some((known) => known.method === method && known.path.test(path))
  })
}

/** Settings that the server does not read, also with a value or as a file. */
function findUnknownSettings(text: string): string[] {
  const names = text.match(/\b(PLINTH|S3|RESTATE)_[A-Z0-9_]+\b/g) ?? []
  return names.filter((name) => {
    const setting = name.replace(/_FILE$/, '')
    const isKnown = name in EnvironmentVariables.shape || setting in EnvironmentVariables.shape
    return !isKnown && !CLIENT_SETTINGS.has(name)
  })
}

/** Commands of `plinth-server` that do not exist. */
function findUnknownCommands(text: string): string[] {
  const named = [...text.matchAll(/plinth-server ([a-z][a-z-]*)/g)].map(([, name = '']) => name)
  return named.filter((name) => !COMMANDS.includes(name))
}

describe.each(PAGES)('$link', ({ file }) => {
  const text = read(file)
  test('names calls, settings and commands that exist', () => {
    expect(findUnknownCalls(text)).toEqual([])
    expect(findUnknownSettings(text)).toEqual([])
    expect(findUnknownCommands(text)).toEqual([])
  })
})

test('every name that expressions read is explained', () => {
  const rows = readRows(read('docs/guide/expressions.md')).filter(([name]) =>
    /^\$\w+$/.test(name ?? ''),
  )
  const entries = rows.map(([name = '', meaning = '']) => ({ name, meaning }))
  const names = ROOTS.map((root) => `$${root}`)
  expect(findUndocumented(entries, names)).toEqual([])
})

describe('a planted defect is found', () => {
  test('a call', () => {
    expect(findUnknownCalls('`GET /health/ready` `GET /api/project/prj_1/member`')).toEqual([])
    expect(findUnknownCalls('`GET /healthy` `PATCH /api/project/{projectId}/member`')).toHaveLength(
      2,
    )
  })
  test('a setting', () => {
    expect(findUnknownSettings('PLINTH_HOST=a PLINTH_SECRET_KEY_FILE=/run/key')).toEqual([])
    expect(findUnknownSettings('PLINTH_HOTS=a')).toEqual(['PLINTH_HOTS'])
  })
  test('a command', () => {
    expect(COMMANDS.length).toBeGreaterThan(10)
    expect(findUnknownCommands('npx plinth-server staff list')).toEqual([])
    expect(findUnknownCommands('npx plinth-server stuff list')).toEqual(['stuff'])
  })
})
