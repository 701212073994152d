import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'

test.use({ who: 'nobody' })

const MAX_BYTES = 150_000

test('the sign-in screen loads less than 150 kB of compressed script', async ({ page }) => {
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  const weights = await Promise.all(
    scripts.map(async (response) => {
      const body = await response.body()
      const { responseBodySize } = await response.request().sizes()
      return { raw: body.length, sent: responseBodySize, gzipped: gzipSync(body).length }
    }),
  )
  const sum = (of: 'raw' | 'sent' | 'gzipped') => weights.reduce((all, one) => all + one[of], 0)
  const words = `${scripts.length} scripts: ${sum('raw')} bytes, gzipped ${sum('gzipped')}, sent as ${sum('sent')}`
  test.info().annotations.push({ type: 'weight', description: words })
  console.log(`  sign-in screen, ${words}`)
  expect(scripts.length).toBeGreaterThan(0)
  expect(sum('gzipped')).toBeLessThan(MAX_BYTES)
})
