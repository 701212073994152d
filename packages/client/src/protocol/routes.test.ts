import * as contract from '@plinth/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as liveRoutes from './live-routes.ts'
import * as passkeyRoutes from './passkey-routes.ts'
import * as providerRoutes from './provider-routes.ts'
import type { CallAnswer } from './route.ts'
import * as routes from './routes.ts'
import type * as wire from './wire-types.ts'
import { SYSTEM_COLUMNS } from './wire-types.ts'

/** The client has no schemas, so it repeats what it needs of the contract. */
describe('the routes of the client', () => {
  const endpoints = contract as unknown as Record<string, contract.Endpoint>
  test.each(Object.entries({ ...routes, ...liveRoutes, ...providerRoutes, ...passkeyRoutes }))(
    '%s is the endpoint of the contract',
    (name, route) => {
      const { method, path, access } = endpoints[name] ?? {}
      expect({ method, path, access }).toEqual({
        method: route.method,
        path: route.path,
        access: route.access,
      })
    },
  )

  test('system columns are those of the contract', () => {
    expect(SYSTEM_COLUMNS).toEqual(contract.SYSTEM_COLUMNS)
  })

  test('types are those of the contract', () => {
    expectTypeOf<wire.ErrorCode>().toEqualTypeOf<contract.ErrorCode>()
    expectTypeOf<wire.EnvironmentName>().toEqualTypeOf<contract.EnvironmentName>()
    expectTypeOf<wire.FileValue>().toEqualTypeOf<contract.FileValue>()
    expectTypeOf<wire.Row>().toExtend<contract.Row>()
    expectTypeOf<contract.Row>().toExtend<wire.Row>()
    expectTypeOf<CallAnswer<typeof contract.listRows>>().toExtend<{
      [Key in keyof wire.Page<wire.Row>]?: wire.Page<wire.Row>[Key] | undefined
    }>()
    expectTypeOf<CallAnswer<typeof contract.getFileLinks>>().toExtend<{ links: wire.FileLink[] }>()
    expectTypeOf<CallAnswer<typeof contract.signInUser>>().toExtend<
      CallAnswer<typeof routes.signInUser>
    >()
    expectTypeOf<CallAnswer<typeof contract.refreshUser>>().toExtend<wire.AppToken>()
    expectTypeOf<contract.AppIdentity>().toEqualTypeOf<wire.AppIdentity>()
    expectTypeOf<contract.AppPasskey>().toEqualTypeOf<wire.AppPasskey>()
    expectTypeOf<contract.UserApproval>().toEqualTypeOf<wire.UserApproval>()
    expectTypeOf<contract.ApprovalState>().toEqualTypeOf<wire.ApprovalState>()
  })
})
