import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CREDENTIAL_GROUPS,
  CREDENTIAL_KINDS,
  CREDENTIAL_TESTS,
  CredentialType,
  OAUTH_SERVICES,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import { ALL_DEFINITIONS } from '../../packages/engine/src/nodes/all-definitions.ts'
import { readRows } from './read-rows.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/credentials.md'), 'utf8')
const rows = readRows(page)
const TESTS = { itself: 'yes', address: 'with an address', service: 'with a service or an address' }

const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || '–'

test('every type is listed in its group with its fields and its test', () => {
  const expected = CredentialType.options.map((type) => {
    const { fields } = CREDENTIAL_KINDS[type]
    const namesOf = (isPublic: boolean) =>
      inCode(fields.filter((field) => field.isPublic === isPublic).map(({ name }) => name))
    const tried = CREDENTIAL_TESTS[type]
    return [type, namesOf(true), namesOf(false), tried ? TESTS[tried] : 'no']
  })
  expect(rows.filter(({ length }) => length === 4)).toEqual(expected)
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
  const others = ['Let Plinth register itself', 'Before a connection ends', 'Test a connection']
  expect(headings.filter((heading) => !others.includes(heading ?? ''))).toEqual(
    CREDENTIAL_GROUPS.map(({ label }) => label),
  )
})

test('every service is listed with its hosts, its first scopes and its pages', () => {
  const expected = OAUTH_SERVICES.map(({ id, label, hosts, scopes, documents }) => {
    const first = scopes.filter(({ isStart }) => isStart).map(({ name }) => name)
    const pages = documents.map((page, index) => `[${index + 1}](${page})`).join(' ')
    return [id, label, inCode(hosts), inCode(first), pages]
  })
  expect(rows.filter(({ length }) => length === 5)).toEqual(expected)
})

test('the addresses of a service are encrypted, and its test is on one of its hosts', () => {
  for (const { hosts, test: tried, ...service } of OAUTH_SERVICES) {
    const urls = [service.authorizationUrl, service.tokenUrl, service.revocationUrl, tried.url]
    expect(urls.filter((url) => url !== '' && !url.startsWith('https://'))).toEqual([])
    expect(hosts).toContain(new URL(tried.url).host)
  }
})

test('every node that uses credentials is listed with their types', () => {
  const expected = ALL_DEFINITIONS.map(({ name, input_schemas }) => {
    const properties = Object.values(input_schemas).flatMap((group) => Object.values(group))
    const types = properties.flatMap(({ ui }) => ui.credential_type ?? [])
    return [name, [...new Set(types)]] as const
  }).filter(([, types]) => types.length > 0)
  const listed = rows.filter(({ length }) => length === 2)
  expect(new Map(listed.map(([name, types]) => [name, types]))).toEqual(
    new Map(expected.map(([name, types]) => [name, inCode(types)])),
  )
})
