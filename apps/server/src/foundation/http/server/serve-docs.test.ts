import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { serveDocs } from './serve-docs.ts'

const apps = [Fastify(), Fastify()] as const
const [built, unbuilt] = apps
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'))
  await mkdir(join(folder, 'site/guide'), { recursive: true })
  await mkdir(join(folder, 'site/assets'))
  await writeFile(join(folder, 'secret.html'), 'secret')
  for (const name of ['index', '404', 'guide/rules'])
    await writeFile(join(folder, `site/${name}.html`), `page ${name}`)
  await writeFile(join(folder, 'site/assets/app.1234.js'), 'script')
  await writeFile(join(folder, 'site/llms.txt'), 'list of pages')
  await serveDocs(built, join(folder, 'site'))
  await serveDocs(unbuilt, join(folder, 'nothing'))
})

afterAll(async () => {
  for (const app of apps) await app.close()
  await rm(folder, { recursive: true })
})

const HTML = { accept: 'text/html,*/*;q=0.8' }
const FOREVER = 'public, max-age=31536000, immutable'

test.each([
  { path: '/docs/', body: 'page index', cached: 'no-cache' },
  { path: '/docs/guide/rules', body: 'page guide/rules', cached: 'no-cache' },
  { path: '/docs/guide/rules?from=console', body: 'page guide/rules', cached: 'no-cache' },
  { path: '/docs/assets/app.1234.js', body: 'script', cached: FOREVER },
  { path: '/docs/llms.txt', body: 'list of pages', cached: 'no-cache' },
])('$path is served', async ({ path, body, cached }) => {
  const answer = await built.inject({ url: path, headers: HTML })
  expect(answer).toMatchObject({ statusCode: 200, body })
  expect(answer.headers['cache-control']).toBe(cached)
})

test('/docs leads to its first page', async () => {
  const answer = await built.inject('/docs')
  expect(answer.statusCode).toBe(301)
  expect(answer.headers.location).toBe('/docs/')
})

test.each([
  '/docs/nothing',
  '/docs/guide',
  '/docs/guide/',
  '/docs/guide/rules/',
  '/docs/guide/rules/more',
  '/docs/assets/old.js',
  '/docs/..%2fsecret.html',
])('%s is 404, as a page for browsers and as JSON for programs', async (path) => {
  const page = await built.inject({ url: path, headers: HTML })
  expect(page.statusCode).toBe(404)
  expect(page.body).not.toContain('secret')
  const probe = await built.inject(path)
  expect(probe.statusCode).toBe(404)
  expect(probe.headers['content-type']).toContain('application/json')
})

test.each(['/docs', '/docs/', '/docs/guide/rules'])(
  '%s says how to build a site that is missing',
  async (path) => {
    const answer = await unbuilt.inject({ url: path, headers: HTML })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm run build:docs')
  },
)

test('the server has the site under the policy of the console', async () => {
  const answer = await fetch(`${inject('server').address}/docs/`, { headers: HTML })
  expect([200, 503]).toContain(answer.status)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
})
