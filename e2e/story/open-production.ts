import { expect } from '@playwright/test'
import { createClient } from '@plinth/client'
import { createMember, listRows, saveProductionAccess, signIn } from '@plinth/contract'
import type { StoryContext } from './story-context.ts'

const DEVELOPER = { email: 'dev@example.com', password: 'a password of a developer' }

/** A developer can read production rows only if the project allows it. */
export async function openProduction({ client, product, project }: StoryContext): Promise<void> {
  const admin = await client()
  const params = { projectId: project.id }
  const person = {
    ...DEVELOPER,
    firstName: 'Grace',
    lastName: 'Hopper',
    role: 'developer' as const,
  }
  await admin.call(createMember, { params, body: person })
  const guest = createClient({ baseUrl: product.address, token: () => null })
  const { token } = await guest.call(signIn, { body: DEVELOPER })
  const developer = createClient({ baseUrl: product.address, token: () => token })
  const query = { $projectId: project.id, $environment: 'production' as const }
  const read = () => developer.call(listRows, { params: { table: 'orders' }, query })
  await expect(read()).rejects.toMatchObject({ status: 403 })
  await admin.call(saveProductionAccess, { params, body: { developersCanRead: true } })
  expect((await read()).data).toHaveLength(1)
}
