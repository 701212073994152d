import { expect } from '@playwright/test'
import { ADMIN } from '../../faults/stack/stack.ts'
import type { StoryContext } from './story-context.ts'

export async function signIn({ page }: StoryContext): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
}
