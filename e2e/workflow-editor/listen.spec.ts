import { createHmac } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { createCredential, getRun, listRuns } from '@plinth/contract'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { ADMIN } from '../../faults/stack/stack.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { see } from '../harness/seen.ts'
import {
  canvasOf,
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

const SECRET = 'secret of the sender'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const outputOf = (page: Page) => page.getByRole('region', { name: 'Output' })
const select = (page: Page, label: string) =>
  cardOf(page, label).click({ position: { x: 100, y: 20 } })

function signed(n: number, secret = SECRET) {
  const body = JSON.stringify({ n })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': signature },
    body,
  }
}

async function send(url: string, init: RequestInit) {
  const answer = await fetch(url, init)
  return [answer.status, await answer.json()]
}

async function openAs(browser: Browser, { token }: Person): Promise<Page> {
  const origin = product().address
  const localStorage = [{ name: 'token', value: token }]
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  return context.newPage()
}

test('a webhook listens for a call, uses recorded and written data, and shows its input', async ({
  page,
  project,
  me,
  platform,
  browser,
}) => {
  test.setTimeout(120_000)
  const params = { projectId: project.id }
  const kindOf = await readKinds(me, project.id)
  const { credential } = await me.client.call(createCredential, {
    params,
    body: {
      name: 'Sender',
      type: 'api-key',
      data: { hosts: ['sender.example.com'], header: 'X-Signature', apiKey: SECRET },
    },
  })
  const hook = drawNode(kindOf('trigger-webhook'), {
    label: 'Called',
    x: 40,
    y: 40,
    parameters: { check: 'signature' },
  })
  const nodes = [
    { ...hook, data: { ...hook.data, credentials: { signing_key: credential.id } } },
    drawNode(kindOf('set'), {
      label: 'Twice',
      x: 40,
      y: 330,
      parameters: { value: '{{ $trigger.body.n * 2 }}' },
    }),
  ]
  const stored = { name: 'Listens', nodes, connections: [join('Called', 'Twice')] }
  const id = await giveWorkflow(me, project.id, stored)
  const { triggers } = await readWorkflow(me, project.id, id)
  const url = triggers[0]?.url ?? ''
  await openEditor(page, project.id, id)
  const resultIs = async (value: string) => {
    await see(page, 'Workflow execution completed')
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.getByText('Workflow execution completed')).toHaveCount(0)
    await select(page, 'Twice')
    await outputOf(page).getByRole('tab', { name: 'JSON' }).click()
    await expect(outputOf(page).getByRole('tabpanel')).toHaveText(value)
    await select(page, 'Called')
  }
  const listen = async () => {
    await button(page, 'Listen for a call').click()
    await expect(page.getByText(/^[12]:\d\d left$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Listening… [12]:\d\d$/ })).toBeVisible()
  }

  await test.step('shows address, method, authentication and the shape of $in', async () => {
    await select(page, 'Called')
    await expect(page.getByRole('textbox', { name: 'Webhook URL in dev' })).toHaveValue(url)
    const settings = page.getByRole('definition')
    await expect(settings.filter({ hasText: /^POST$/ }).first()).toBeVisible()
    await expect(
      settings.filter({ hasText: 'Signed body (HMAC SHA-256), credential “Sender”' }),
    ).toBeVisible()
    for (const path of ['method', 'path', 'query', 'headers', 'body'])
      await expect(page.getByText(`$in.${path}`, { exact: true })).toBeVisible()
  })

  await test.step('an inactive webhook gives the next signed call to the draft', async () => {
    expect((await send(url, signed(1)))[0]).toBe(404)
    await listen()
    await expectClean(page)
    expect((await send(url, signed(1, 'another secret')))[0]).toBe(401)
    await expect(button(page, 'Stop listening')).toBeVisible()
    const theirs = await openAs(browser, await enter({ id: '', ...ADMIN }))
    await openEditor(theirs, project.id, id)
    await select(theirs, 'Called')
    expect(await send(url, signed(4))).toEqual([202, { test: true }])
    await resultIs('8')
    await expect(button(page, 'Listen for a call')).toBeVisible()
    // Another person who has the workflow open receives nothing.
    await expect(theirs.getByText('No run yet')).toBeVisible()
    await theirs.context().close()
    expect((await send(url, signed(1)))[0]).toBe(404)
    const { runs } = await me.client.call(listRuns, { params, query: { workflowId: id } })
    expect(runs).toMatchObject([{ trigger: 'manual', startedBy: { id: me.id } }])
  })

  await test.step('stops by its button, after its time, and when its person leaves', async () => {
    const is404 = async () => expect((await send(url, signed(1)))[0]).toBe(404)
    await listen()
    await button(page, 'Stop listening').click()
    await expect(is404).toPass()
    await listen()
    await platform.query(
      sql`update webhook_listener set expires_at = now() where workflow_id = ${id}`,
    )
    await expect(page.getByText('No call arrived within 2 minutes.')).toBeVisible()
    await is404()
    await listen()
    await page.goto(`/project/${project.id}/workflow`)
    await expect(is404).toPass()
    await openEditor(page, project.id, id)
    await select(page, 'Called')
  })

  await test.step('an active webhook runs as always as well', async () => {
    await page.getByRole('switch', { name: 'Active' }).first().click()
    await saveWorkflow(page)
    await listen()
    const [status, body] = await send(url, signed(6))
    expect([status, body]).toEqual([202, { runId: expect.any(String) }])
    await resultIs('12')
    const { runs } = await me.client.call(listRuns, { params, query: { workflowId: id } })
    expect(runs.map(({ trigger }) => trigger).sort()).toEqual(['manual', 'manual', 'webhook'])
  })

  await test.step('starts test runs with a recorded call, a written sample or the default one', async () => {
    await button(page, 'Use a recorded call').click()
    await page.getByRole('menuitem', { name: /succeeded$/ }).click()
    await expect(page.getByText('Test runs start with the data pinned here.')).toBeVisible()
    await button(page, 'Execute').click()
    await resultIs('12')
    await button(page, 'Write a sample').click()
    const written = page.getByRole('textbox', { name: 'Data', exact: true })
    await expect(written).toContainText('"n": 6')
    await written.fill('{"body":{"n":21}}')
    await button(page, 'Use this data').click()
    await button(page, 'Execute').click()
    await resultIs('42')
    // A call that was listened for replaces the written data in its run.
    await listen()
    await send(url, signed(50))
    await resultIs('100')
    await button(page, 'Use the default sample').click()
    await expect(page.getByText('Test runs start with the default sample.')).toBeVisible()
  })

  await test.step('opens the run of the webhook in the editor and pins its call', async () => {
    const query = { workflowId: id, trigger: 'webhook' } as const
    const { runs } = await me.client.call(listRuns, { params, query })
    const runId = runs[0]?.id ?? ''
    await expect(async () => {
      const { run } = await me.client.call(getRun, { params: { ...params, runId } })
      expect(run.endedOn).not.toBeNull()
    }).toPass()
    await saveWorkflow(page)
    await page.goto(`/project/${project.id}/workflow/run/${runId}`)
    await page.getByRole('link', { name: 'Open this run in the editor' }).click()
    await select(page, 'Called')
    await expect(page.getByText(/^Run by webhook, .*, succeeded$/)).toBeVisible()
    await button(page, 'Pin the last output').click()
    await button(page, 'Show your run').click()
    await expect(outputOf(page).getByText('Pinned at Called')).toBeVisible()
  })

  await test.step('nothing moves at 1280 px while a run starts and ends', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const before = await canvasOf(page).boundingBox()
    await button(page, 'Execute').click()
    await see(page, 'Workflow execution completed')
    expect(await canvasOf(page).boundingBox()).toEqual(before)
  })

  await test.step('the bar counts down and cancels, and nothing moves', async () => {
    const boxes = () =>
      Promise.all(
        [canvasOf(page), button(page, 'Save Workflow'), page.getByRole('switch').first()].map(
          (found) => found.boundingBox(),
        ),
      )
    const before = await boxes()
    await listen()
    expect(await boxes()).toEqual(before)
    await expectClean(page)
    await page.keyboard.press('Escape')
    await button(page, 'Cancel listening').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Execute')).toBeFocused()
    await expect(button(page, 'Cancel listening')).toHaveCount(0)
    expect(await boxes()).toEqual(before)
    await expectClean(page)
  })
})
