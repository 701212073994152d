import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import { readAgent } from '../../foundation/http/calls/origin-of.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { addNotice } from '../notices/add-notice.ts'
import { rememberDevice } from './device-store.ts'
import type { StaffRecord } from './staff-store.ts'

interface From {
  ip: string
  userAgent: string
}

/** Network and browser. Version numbers are left out: an updated browser is the same device. */
const deviceOf = (from: From) =>
  `${addressPrefix(from.ip)} ${readAgent(from).replace(/[0-9]/g, '')}`

/** Remembers the device of a sign-in. A new one is mailed, except with the first sign-in of an account. */
export async function noteDevice(
  transaction: Transaction,
  { staff, request }: { staff: StaffRecord; request: From },
): Promise<void> {
  const isNew = await rememberDevice(transaction, { staffId: staff.id, device: deviceOf(request) })
  if (isNew && staff.hasSignedIn) {
    await addNotice(transaction, { kind: 'new-device', to: staff, request })
  }
}
