import { createKey, listEnvironments } from '@plinth/contract'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import { openDns } from '../../../projects/domains/testing/start-dns.ts'
import { appConfiguration, newApp } from '../../testing/app-tables.ts'
import { followPage } from '../../testing/documentation/follow-page.ts'
import { newProject, newStaff, type Person, theAdmin, withPlatform } from '../../testing/people.ts'
import { startBeside } from '../../testing/start-beside.ts'
import { applyStarter } from '../testing/apply-starter.ts'

let owner: Person
beforeAll(async () => {
  owner = await newStaff()
})

async function openProject(person = owner) {
  const PROJECT = await newProject(person)
  const params = { projectId: PROJECT }
  const { environments } = await person.client.call(listEnvironments, { params })
  const DEV = environments.find(({ name }) => name === 'dev')?.id ?? ''
  return { PROJECT, DEV, TOKEN: person.token }
}

test('first-project.md', async () => {
  const shop = await applyStarter('shop', 'sqlite3')
  const PRODUCT = shop.idOf('pot')
  const variables = { PROJECT: shop.projectId, TOKEN: shop.owner.token, PRODUCT }
  const printed = await followPage('first-project.md', {
    variables,
    replace: { 'Shop 2': `Shop ${shop.projectId}` },
  })
  const [, order = ''] = printed.join('').match(/"data":\{"id":"([^"]+)"/) ?? []
  const { row } = await shop.runSets('orders', order, 'price')
  expect(row).toMatchObject({ customer: 'ada@example.com' })
})

test('production-access.md', async () => {
  await followPage('production-access.md', { variables: await openProject() })
})

test('origins.md', async () => {
  await followPage('origins.md', { variables: await openProject(await theAdmin()) })
})

test('reauthentication.md', async () => {
  const { PROJECT, TOKEN } = await openProject()
  // The proof of a session ages by itself; the test does not wait for it.
  await withPlatform((on) =>
    on.query(`update session set proved_at = now() - interval '1 hour' where token_hash = $1`, [
      hashToken(TOKEN),
    ]),
  )
  await followPage('reauthentication.md', {
    variables: { PROJECT, TOKEN, PASSWORD: owner.password },
  })
})

test('openapi.md', async () => {
  const projectId = await newApp(owner, appConfiguration('sqlite3'))
  const { secret } = await owner.client.call(createKey, {
    params: { projectId },
    body: {
      ...{ name: 'CI', environment: 'dev' },
      tables: [{ table: 'notes', operations: ['list', 'create'] }],
    },
  })
  const printed = await followPage('openapi.md', {
    variables: { KEY: secret, npm_config_loglevel: 'error' },
    // npx runs programs in the folder of the nearest package.
    files: { 'package.json': '{"private":true}' },
  })
  expect(printed.at(-1)).toContain('notes')
})

test('domains.md', async () => {
  const dns = await openDns()
  onTestFinished(() => dns.stop())
  await dns.serve({})
  const settings = { PLINTH_DOMAIN_PROOF: 'txt', PLINTH_DNS_SERVERS: dns.address }
  const beside = await startBeside(settings)
  onTestFinished(() => beside.stop())
  const { PROJECT, DEV, TOKEN } = await openProject()
  const host = `${PROJECT.replace('_', '-')}.example.com`
  await followPage('domains.md', {
    variables: { PROJECT, TOKEN, ENVIRONMENT: DEV },
    copy: { DOMAIN: /"id":"(dom_\w+)"/ },
    replace: { 'http://localhost:4000': beside.address, 'shop.example.com': host },
    before: async (place) => {
      if (place === 1) await dns.serve({ [`_plinth.${host}`]: `project=${PROJECT}` })
      return undefined
    },
  })
})
