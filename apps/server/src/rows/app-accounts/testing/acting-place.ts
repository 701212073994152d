import {
  actAsAppUser,
  type Database,
  type EnvironmentName,
  getAppAccount,
  getMe,
} from '@plinth/contract'
import { appConfiguration, newApp } from '../../../app/testing/app-tables.ts'
import { clientOf, join, newStaff, type Person } from '../../../app/testing/people.ts'

interface Asked {
  who?: Person
  environment?: EnvironmentName
  reason?: string
  tableId?: string
}

/** What a token gets: 200 while its session is open. */
export const statusOf = (token: string): Promise<number> =>
  clientOf(token)
    .call(getMe)
    .then(
      () => 200,
      ({ status }: { status: number }) => status,
    )

/** An app as whose users its staff act. */
export async function actingPlace(database: Database) {
  const owner = await newStaff()
  const projectId = await newApp(owner, appConfiguration(database))
  const place = { environment: 'dev', tableId: 'people' } as const
  const query = { $projectId: projectId }
  return {
    owner,
    projectId,
    place,
    query,
    people: { params: { table: 'people' }, query },
    notes: { params: { table: 'notes' }, query },
    actAs: (userId: string, { who = owner, ...more }: Asked = {}) =>
      who.client.call(actAsAppUser, {
        params: { projectId, userId },
        body: { ...place, reason: 'Ticket 42', ...more },
      }),
    async see(userId: string) {
      const params = { projectId, userId }
      return (await owner.client.call(getAppAccount, { params, query: place })).account
    },
    async newOwner() {
      const who = await newStaff()
      await join(who, { projectId, role: 'owner' })
      return who
    },
  }
}
