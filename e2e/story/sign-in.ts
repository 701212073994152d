import { expect } from '@playwright/test'
import { ADMIN } from '../../faults/stack/stack.ts'
import type { Walk } from './walk.ts'

export async function signIn({ page }: Walk): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
}
