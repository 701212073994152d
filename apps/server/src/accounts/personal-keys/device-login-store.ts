import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface NewDeviceLogin {
  deviceHash: Buffer
  userCode: string
  name: string
  write: boolean
  address: string
  agent: string
  minutes: number
  intervalSeconds: number
}

/** False if the user code is taken. */
export async function addDeviceLogin(on: Queryable, login: NewDeviceLogin): Promise<boolean> {
  const added = await on.query(sql`
    insert into device_login (device_hash, user_code, name, write, address, agent, expires_at,
      interval_seconds)
    values (${login.deviceHash}, ${login.userCode}, ${login.name}, ${login.write}, ${login.address},
      ${login.agent}, now() + make_interval(mins => ${login.minutes}), ${login.intervalSeconds})
    on conflict (user_code) do nothing returning user_code`)
  return added.length > 0
}

interface OpenDeviceLogin extends Record<string, unknown> {
  name: string
  write: boolean
  address: string
  createdAt: Date
  expiresAt: Date
}

/** Reads FOR UPDATE a login that still waits for a decision. */
export async function lockDeviceLoginForUpdate(
  transaction: Transaction,
  userCode: string,
): Promise<OpenDeviceLogin | undefined> {
  const [row] = await transaction.query<OpenDeviceLogin>(sql`
    select name, write, address, created_at as "createdAt", expires_at as "expiresAt"
    from device_login where user_code = ${userCode} and expires_at > now()
      and staff_id is null and not denied
    for update`)
  return row
}

export interface DeviceLoginApproval {
  userCode: string
  staffId: string
  projectIds: readonly string[]
  readOnly: boolean
}

export async function saveDeviceLoginApproval(
  transaction: Transaction,
  { userCode, staffId, projectIds, readOnly }: DeviceLoginApproval,
): Promise<void> {
  await transaction.query(sql`
    update device_login set staff_id = ${staffId}, project_ids = ${projectIds},
      read_only = ${readOnly} where user_code = ${userCode}`)
}

export async function saveDeviceLoginDenial(
  transaction: Transaction,
  userCode: string,
): Promise<void> {
  await transaction.query(sql`update device_login set denied = true where user_code = ${userCode}`)
}

interface PolledDeviceLogin extends Record<string, unknown> {
  name: string
  address: string
  denied: boolean
  intervalSeconds: number
  isTooEarly: boolean
  /** Set once it is approved. */
  staffId: string | null
  organisationId: string | null
  email: string | null
  isDisabled: boolean | null
  projectIds: string[] | null
  readOnly: boolean | null
}

/** Reads FOR UPDATE the login of a device code, with the person who approved it. */
export async function lockPolledLoginForUpdate(
  transaction: Transaction,
  deviceHash: Buffer,
): Promise<PolledDeviceLogin | undefined> {
  const [row] = await transaction.query<PolledDeviceLogin>(sql`
    select device_login.name, device_login.address, device_login.denied,
      device_login.interval_seconds as "intervalSeconds",
      coalesce(device_login.polled_at
        > now() - make_interval(secs => device_login.interval_seconds), false) as "isTooEarly",
      device_login.staff_id as "staffId", staff.organisation_id as "organisationId", staff.email,
      staff.disabled_at is not null as "isDisabled",
      device_login.project_ids as "projectIds", device_login.read_only as "readOnly"
    from device_login left join staff on staff.id = device_login.staff_id
    where device_login.device_hash = ${deviceHash} and device_login.expires_at > now()
    for update of device_login`)
  return row
}

export async function savePoll(
  transaction: Transaction,
  { deviceHash, intervalSeconds }: { deviceHash: Buffer; intervalSeconds: number },
): Promise<void> {
  await transaction.query(sql`
    update device_login set polled_at = now(), interval_seconds = ${intervalSeconds}
    where device_hash = ${deviceHash}`)
}

export async function dropDeviceLogin(transaction: Transaction, deviceHash: Buffer): Promise<void> {
  await transaction.query(sql`delete from device_login where device_hash = ${deviceHash}`)
}
