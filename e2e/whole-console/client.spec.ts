import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@plinth/client'
import { signIn } from '@plinth/contract'
import { rolldown } from 'rolldown'
import { answerFailure, type runFailures } from '../../packages/client/src/testing/failure-cases.ts'
import { expect, test } from '../harness/fixtures.ts'
import { recordMessage } from '../harness/seen.ts'

const CASES = join(import.meta.dirname, '../../packages/client/src/testing')

test('rejects a non-HTTP URL with the client’s message', async () => {
  const client = createClient({ baseUrl: 'gopher://localhost', token: () => null })
  const call = client.call(signIn, { body: { email: 'a@example.com', password: 'something' } })
  const error = await call.then(
    () => undefined,
    (refused: Error) => refused,
  )
  expect(error?.message).toMatch(/^Unsupported protocol/)
  recordMessage(error?.message ?? '')
})

interface InPage {
  failures: { runFailures: typeof runFailures; createClient: typeof createClient }
}

test('failures in a browser have the texts and codes of the former client', async ({ browser }) => {
  const [failing, closed] = [createServer(answerFailure), createServer()]
  const addresses: string[] = []
  for (const server of [failing, closed]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    addresses.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  const [address = '', refused = ''] = addresses
  await new Promise((resolve) => closed.close(resolve))
  const bundle = await rolldown({ input: `${CASES}/failures-entry.ts`, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', name: 'failures' })
  await bundle.close()
  const page = await browser.newPage()
  await page.goto(address)
  await page.addScriptTag({ content: output[0].code })
  const outcomes = await page.evaluate(
    (at) => {
      const { failures } = globalThis as unknown as InPage
      return failures.runFailures(failures.createClient, at)
    },
    { address, refused },
  )
  await page.close()
  failing.closeAllConnections()
  failing.close()
  const recorded = JSON.parse(readFileSync(`${CASES}/recorded-failures.json`, 'utf8'))
  expect(JSON.parse(JSON.stringify(outcomes))).toEqual(recorded.browser)
})
