import { chromium } from '@playwright/test'
import { CHROMIUM } from '../../e2e/harness/chromium.ts'

const [address = '', password = ''] = process.argv.slice(2)
if (password === '') throw new Error('node ops/image/sign-in.ts ADDRESS PASSWORD')

const browser = await chromium.launch(CHROMIUM)
try {
  const page = await browser.newPage()
  await page.goto(address)
  await page.getByLabel('Email').fill('admin@plinth.local')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
} finally {
  await browser.close()
}
