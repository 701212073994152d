import {
  disableStaff,
  endAppSessions,
  eraseAppUser,
  removeMember,
  saveAppAccount,
  signOut,
  updateMember,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { type Person, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { actingPlace, statusOf } from './testing/acting-place.ts'

type Place = Awaited<ReturnType<typeof actingPlace>>

describe.each(['sqlite3', 'postgres'] as const)(
  'a session of staff as an app user on %s',
  (database) => {
    let actAs: Place['actAs']
    let newOwner: Place['newOwner']
    let owner: Place['owner']
    let place: Place['place']
    let projectId: Place['projectId']
    let see: Place['see']
    beforeAll(async () => {
      ;({ actAs, newOwner, owner, place, projectId, see } = await actingPlace(database))
    })

    const ENDS: Record<string, (about: { who: Person; userId: string }) => Promise<unknown>> = {
      'its staff sign out': ({ who }) => who.client.call(signOut),
      'its staff are removed from the project': ({ who }) =>
        owner.client.call(removeMember, { params: { projectId, memberId: who.id } }),
      'its staff are no owner any more': ({ who }) =>
        owner.client.call(updateMember, {
          params: { projectId, memberId: who.id },
          body: { role: 'developer' },
        }),
      'its staff are disabled': async ({ who }) =>
        (await theAdmin()).client.call(disableStaff, { params: { staffId: who.id } }),
      'the user is signed out everywhere': ({ userId }) =>
        owner.client.call(endAppSessions, { params: { projectId, userId }, body: place }),
      'the user is disabled': ({ userId }) =>
        owner.client.call(saveAppAccount, {
          params: { projectId, userId },
          body: { ...place, isDisabled: true },
        }),
      'the user is erased': async ({ userId }) =>
        owner.client.call(eraseAppUser, {
          params: { projectId, userId },
          body: { ...place, email: (await see(userId)).email, deletes: 1 },
        }),
      'its staff act as the user again': ({ who, userId }) => actAs(userId, { who }),
      'its time is over': ({ userId }) =>
        withPlatform((on) =>
          on.query('update app_session set expires_at = now() where user_id = $1', [userId]),
        ),
    }
    test.each(Object.keys(ENDS))('ends with the next request when %s', async (name) => {
      const who = await newOwner()
      const { id: userId } = (await signUp(projectId)).user
      const { token } = await actAs(userId, { who })
      expect(await statusOf(token)).toBe(200)
      await ENDS[name]?.({ who, userId })
      expect(await statusOf(token)).toBe(401)
    })
  },
)
