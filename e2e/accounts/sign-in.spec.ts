import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { addStaff } from '../harness/platform.ts'
import { measured, see, visited } from '../harness/seen.ts'

test.describe('signed out', () => {
  test.use({ who: 'nobody' })

  test('shows the form in its specified size beside the logo', async ({ page }) => {
    await page.goto('/')
    await visited(page, '/')
    const heading = await see(page, 'Login', { as: 'heading' })
    await see(page, 'Enter your email below to login to your account')
    await see(page, 'Email', { as: 'textbox' })
    await see(page, 'Password')
    await see(page, 'Login', { as: 'button' })
    const card = await page.locator('section').filter({ has: heading }).boundingBox()
    const form = await page.locator('form').boundingBox()
    measured('signIn.cardWidth', card?.width)
    measured('signIn.formWidth', form?.width)
    const panel = await page.getByRole('complementary', { name: 'Plinth' }).boundingBox()
    expect(panel).toEqual({ x: 720, y: 0, width: 720, height: 900 })
    await expect(page).toHaveTitle('Login · Plinth')
  })

  test('says beside each field what is missing', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    const email = page.getByLabel('Email')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Email is required')
    await expectClean(page)
    await email.fill('ada')
    await expect(page.getByText('Email is required')).toBeHidden()
    await page.getByLabel('Password').fill('a password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter an email address such as ada@example.com')).toBeVisible()
    await expect(email).toBeFocused()
    // The browser's own bubble would say it in other words and cover the next field.
    await expect(page.locator('form')).toHaveJSProperty('noValidate', true)
  })

  test('goes home with the right password', async ({ page, me }) => {
    await page.goto('/')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.type(me.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(me.password)
    const login = page.waitForRequest('**/auth/login')
    const next = page.waitForRequest('**/auth/devme')
    await page.keyboard.press('Enter')
    measured('request.contentType', (await login).headers()['content-type'])
    const [scheme, token] = ((await next).headers().authorization ?? '').split(' ')
    measured('request.authorization', scheme)
    await visited(page, '/home')
    measured('auth.afterLogin', new URL(page.url()).pathname)
    const stored = Object.entries(await page.evaluate(() => ({ ...localStorage })))
    measured('storage.tokenKey', stored.find(([, value]) => value === token)?.[0])
  })

  test('shows the reason for a wrong password', async ({ page, me }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(me.email)
    await page.getByLabel('Password').fill('not it')
    await page.getByRole('button', { name: 'Login' }).click()
    await see(page, 'Uh oh! Something went wrong.')
    await see(page, 'The email or password is wrong.')
    const beside = page.getByRole('main').getByText('The email or password is wrong.')
    await expect(beside).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByLabel('Password')).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString().length)).toBe('not it'.length)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    // The reason outlives the toast, and moved nothing.
    const button = page.getByRole('button', { name: 'Login' })
    const at = await button.boundingBox()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Uh oh! Something went wrong.')).toBeHidden()
    await expect(beside).toBeVisible()
    await expectClean(page)
    await page.reload()
    await expect(beside).toBeHidden()
    expect(await button.boundingBox()).toEqual(at)
  })

  test('rate-limits after five wrong passwords', async ({ page, platform }) => {
    const { email, password } = await addStaff(platform)
    await page.goto('/')
    await page.getByLabel('Email').fill(email)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await page.getByLabel('Password').fill(`guess ${attempt}`)
      const answer = page.waitForResponse('**/auth/login')
      await page.keyboard.press('Enter')
      expect((await answer).status()).toBe(401)
    }
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await see(page, 'Too many attempts. Try again in 15 minutes.')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue(password)
  })

  test('does not submit an empty or malformed form', async ({ page }) => {
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) sent += 1
    })
    await page.goto('/')
    const submit = page.getByRole('button', { name: 'Login' })
    const invalid = page.locator('input:invalid')
    await submit.click()
    await expect(invalid).toHaveCount(2)
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.getByLabel('Email').fill('no address')
    await page.getByLabel('Password').fill('something')
    await submit.click()
    await expect(invalid).toHaveCount(1)
    expect(sent).toBe(0)
  })

  test('shows the client’s message when the network fails', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill('a@example.com')
    await page.getByLabel('Password').fill('something')
    await page.route('**/auth/login', (route) => route.abort())
    await page.getByRole('button', { name: 'Login' }).click()
    await see(page, 'Uh oh! Something went wrong.')
    await see(page, 'Network Error')

    await page.unroute('**/auth/login')
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/login', () => held.resolve())
    await page.getByRole('button', { name: 'Login' }).click()
    await held.promise
    await page.evaluate(() => window.stop())
    await see(page, 'Request aborted')
  })

  test('links to the forgotten password page', async ({ page }) => {
    await page.goto('/')
    await (await see(page, 'Forgot your password?', { as: 'link' })).click()
    await visited(page, '/forgot-password')
  })
})

test('a signed-in user skips the sign-in screen', async ({ page }) => {
  await page.goto('/')
  await visited(page, '/home')
  await page.goBack()
  await expect(page).not.toHaveURL('/')
})
