import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { createClient, createUsers, memoryStore } from '@plinth/client'
import { Configuration, getConfiguration } from '@plinth/contract'
import { writeTypes } from '@plinth/schema'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { pngFile } from '../../apps/server/src/rows/files/testing/png-file.ts'
import { axeFor } from '../harness/expect-clean.ts'
import { test as base, expect } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { type RunningShop, startShop } from './start-shop.ts'

const test = base.extend<{ shop: RunningShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of needed fixtures from the pattern
  shop: async ({}, use) => {
    const shop = await startShop()
    await use(shop)
    await shop.close()
  },
})
test.use({ who: 'admin' })
// Installs and builds the app.
test.setTimeout(300_000)

const EMAIL = 'ada@example.com'
const PASSWORD = 'a long password'
const NEW_PASSWORD = 'another long password'

async function open(browser: Browser, shop: RunningShop): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.address })
  const page = await context.newPage()
  await page.goto('/')
  return page
}

async function enter(page: Page, how: 'Sign in' | 'Sign up', password: string) {
  await expect(page.getByRole('heading', { name: how })).toBeVisible()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: how, exact: true }).click()
}

const formOf = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const orderOf = (page: Page, name: string) =>
  formOf(page, `Order ${name}`).getByRole('button', { name: 'Order' })
const itemsOf = (page: Page, list: 'Products' | 'Orders') =>
  page.getByRole('list', { name: list }).getByRole('listitem')

async function fillOffer(page: Page, picture: { mimeType: string; buffer: Buffer }) {
  await page.getByLabel('Name').fill('Print')
  await page.getByLabel('Price in euros').fill('24.5')
  await page.getByLabel('In stock').fill('3')
  await page.getByLabel('Picture').setInputFiles({ name: 'print.png', ...picture })
  await page.getByRole('button', { name: 'Offer' }).click()
}

/** The cookie of the session, and what it holds. */
async function sessionOf(page: Page) {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'plinth-session')
  if (!cookie) throw new Error('There is no session')
  const session = JSON.parse(decodeURIComponent(cookie.value)) as { token: string }
  return { cookie, session }
}

/** Runs axe in both themes; in the dark one only for colours. */
async function expectAccessible(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const axe = colorScheme === 'light' ? axeFor(page) : axeFor(page).withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  }
}

test('users offer, order and pay in the example shop on Next', async ({ browser, me, shop }) => {
  const page = await open(browser, shop)

  await test.step('its generated types match its tables', async () => {
    const params = { projectId: shop.projectId }
    const synced = await me.client.call(getConfiguration, { params })
    const types = readFileSync(`${shop.folder}/src/plinth-types.ts`, 'utf8')
    expect(types).toBe(writeTypes(Configuration.parse(synced)))
  })

  await test.step('renders the products on the server, for guests too', async () => {
    const html = await (await fetch(shop.address)).text()
    expect(html).toContain('Teapot')
    await expect(itemsOf(page, 'Products').getByRole('heading')).toHaveText([
      'Mug',
      'Tea',
      'Teapot',
    ])
    const soldOut = itemsOf(page, 'Products').filter({ hasText: 'Teapot' })
    await expect(soldOut).toContainText('Sold out')
    await expect(soldOut.getByRole('button')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('requires an account to order, and the right password', async () => {
    await orderOf(page, 'Tea').click()
    await expect(page).toHaveURL(/sign-in/)
    await enter(page, 'Sign in', PASSWORD)
    await expect(page.locator('main').getByRole('alert')).toHaveText(
      'The email or password is wrong.',
    )
    await expect(page.getByLabel('Email')).toHaveValue(EMAIL)
    await expectAccessible(page)
  })

  await test.step('keeps the session in a cookie that scripts cannot read', async () => {
    await page.getByRole('link', { name: 'New here? Sign up' }).click()
    await enter(page, 'Sign up', PASSWORD)
    await expect(page.getByText(EMAIL)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ['plinth-session', true],
    ])
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })

  await test.step('exchanges a token after half of its life, before a page is rendered', async () => {
    const { cookie, session } = await sessionOf(page)
    const old = { ...session, receivedOn: '2020-01-01T00:00:00.000Z' }
    const value = encodeURIComponent(JSON.stringify(old))
    await page.context().addCookies([{ ...cookie, value }])
    await page.reload()
    await expect(page.getByText(EMAIL)).toBeVisible()
    expect((await sessionOf(page)).session.token).not.toBe(session.token)
  })

  await test.step('says why a picture is refused', async () => {
    await page.getByRole('link', { name: 'Offer a product' }).click()
    await fillOffer(page, { mimeType: 'image/png', buffer: Buffer.alloc(1_000_001) })
    const alert = page.locator('main').getByRole('alert')
    await expect(alert).toHaveText('The picture was refused: Must have at most 1000000 bytes')
    await fillOffer(page, { mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await expect(alert).toHaveText(
      'The picture was refused: Must be of a type that this field takes',
    )
  })

  await test.step('uploads a picture with progress, and shows it', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/files/**', async (route) => {
      if (route.request().method() === 'PUT') await released
      await route.continue()
    })
    await fillOffer(page, { mimeType: 'image/png', buffer: pngFile({ width: 40, height: 30 }) })
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await expectAccessible(page)
    release()
    const picture = page.getByRole('img', { name: 'Print' })
    await expect(picture).toBeVisible()
    await expect(picture).toHaveJSProperty('complete', true)
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    )
    await page.unrouteAll()
  })

  // Shows the only mug, whatever happens meanwhile.
  const stale = await page.context().newPage()
  await stale.goto('/')

  await test.step('writes an order as a row that is open', async () => {
    await orderOf(page, 'Mug').click()
    await expect(itemsOf(page, 'Orders')).toHaveText([/1 × Mug.*€12.00.*Open/])
    await page.getByRole('link', { name: 'Products' }).click()
    await orderOf(page, 'Mug').click()
    await expect(itemsOf(page, 'Orders')).toHaveText([/Open/, /Open/])
  })

  await test.step('rejects a payment with a wrong signature', async () => {
    // Cookies of a host are the same on every port.
    const other = await page.context().newPage()
    const address = await shop.startWith({ PAYMENT_WEBHOOK_SECRET: 'wrong' })
    await other.goto(`${address}/orders`)
    const order = itemsOf(other, 'Orders').first()
    await order.getByRole('button', { name: 'Pay' }).click()
    await expect(order.getByRole('alert')).toHaveText('The payment was not confirmed. Try again.')
    await expect(order).toContainText('Open')
  })

  await test.step('the workflow confirms a payment, and refuses one without stock', async () => {
    const payFor = (at: number) =>
      itemsOf(page, 'Orders').nth(at).getByRole('button', { name: 'Pay' })
    await payFor(1).click()
    await expect(itemsOf(page, 'Orders')).toHaveText([/Open/, /1 × Mug.*Paid/])
    await payFor(0).click()
    await expect(itemsOf(page, 'Orders')).toHaveText([/Refused: sold out/, /Paid/])
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Products' }).click()
    const mug = itemsOf(page, 'Products').filter({ hasText: 'Mug' })
    await expect(mug).toContainText('Sold out')
  })

  await test.step('refuses an order from a page that shows an old stock', async () => {
    await orderOf(stale, 'Mug').click()
    await expect(formOf(stale, 'Order Mug').getByRole('alert')).toHaveText(
      'There are not enough left.',
    )
  })

  await test.step('asks to sign in again after the session has ended', async () => {
    const client = createClient({ baseUrl: product().address, session: memoryStore() })
    const users = createUsers({ client, projectId: shop.projectId, table: 'users' })
    await users.signIn({ email: EMAIL, password: PASSWORD })
    await users.changePassword({ currentPassword: PASSWORD, password: NEW_PASSWORD })
    await page.goto('/orders')
    await expect(page.getByRole('status')).toHaveText('Your session has ended. Sign in again.')
    await enter(page, 'Sign in', PASSWORD)
    await expect(page.locator('main').getByRole('alert')).toBeVisible()
    await enter(page, 'Sign in', NEW_PASSWORD)
    await expect(itemsOf(page, 'Orders')).toHaveCount(2)
  })

  await test.step('a visitor who guesses passwords locks out no other visitor', async () => {
    const baseURL = await shop.startWith({ TRUSTED_PROXIES: '1' })
    // As a proxy in front of the shop sends it: what the visitor wrote, and the address that the proxy saw.
    const visit = async (address: string) => {
      const extraHTTPHeaders = { 'x-forwarded-for': `192.0.2.200, ${address}` }
      const context = await browser.newContext({ baseURL, extraHTTPHeaders })
      const visitor = await context.newPage()
      await visitor.goto('/sign-in')
      return visitor
    }
    const guesser = await visit('198.51.100.7')
    const alert = guesser.locator('main').getByRole('alert')
    for (let tries = 0; tries < 5; tries += 1) {
      await enter(guesser, 'Sign in', PASSWORD)
      await expect(alert).toHaveText('The email or password is wrong.')
      await guesser.goto('/sign-in')
    }
    await enter(guesser, 'Sign in', NEW_PASSWORD)
    await expect(alert).toContainText('Too many attempts.')
    const customer = await visit('203.0.113.9')
    await enter(customer, 'Sign in', NEW_PASSWORD)
    await expect(customer.getByRole('heading', { name: 'Products' })).toBeVisible()
    await guesser.context().close()
    await customer.context().close()
  })

  await test.step('says that it is not available while Plinth does not answer', async () => {
    const PLINTH_URL = `http://127.0.0.1:${await freePort()}`
    const address = await shop.startWith({ PLINTH_URL })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Not available' })).toBeVisible()
    await page.goto(`${address}/sign-in`)
    await enter(page, 'Sign in', NEW_PASSWORD)
    await expect(page.locator('main').getByRole('alert')).toHaveText(
      'The shop is not available at the moment. Try again.',
    )
    await page.goto(shop.address)
  })

  await test.step('forgets the session on sign-out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
  })

  await page.context().close()
})
