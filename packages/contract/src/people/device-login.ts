import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, ProjectId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

/** How long a device login waits for its approval. */
export const DEVICE_LOGIN_MINUTES = 10
/** Consonants without Y, so that codes spell no words; also none that look alike. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

/** The code that a person types, in any case and with or without the hyphen. */
export const UserCode = z
  .string()
  .regex(/^[A-Za-z]{4}[- ]?[A-Za-z]{4}$/, 'has eight letters, as in BCDF-GHJK')

const DeviceName = StorableText.trim()
  .min(1, 'is required')
  .max(100, 'is too long: at most 100 characters')

export const startDeviceLogin = endpoint({
  name: 'startDeviceLogin',
  summary: 'Ask for a personal key; a signed-in person approves it at the returned address',
  method: 'POST',
  path: '/auth/device-login',
  access: 'public',
  status: 201,
  body: z.strictObject({
    /** The name of the machine, which the person sees before approving. */
    name: DeviceName,
    /** Whether the program would like to change data too; the person decides. */
    write: z.boolean().default(false),
  }),
  answer: z.object({
    deviceCode: z.string(),
    /** Shown to the person, as in `BCDF-GHJK`. */
    userCode: z.string(),
    url: z.string(),
    expiresInSeconds: z.number().int(),
    /** Minimum time between two polls. */
    intervalSeconds: z.number().int(),
  }),
})

export const pollDeviceLogin = endpoint({
  name: 'pollDeviceLogin',
  summary: 'The state of a device login; the key is returned once, when it is approved',
  method: 'POST',
  path: '/auth/device-login/token',
  access: 'public',
  body: z.strictObject({ deviceCode: z.string().min(1).max(128) }),
  answer: z.discriminatedUnion('status', [
    z.object({ status: z.literal('pending'), intervalSeconds: z.number().int() }),
    z.object({ status: z.literal('slow_down'), intervalSeconds: z.number().int() }),
    z.object({
      status: z.literal('approved'),
      secret: z.string(),
      email: z.string(),
      readOnly: z.boolean(),
      projectIds: z.array(ProjectId),
    }),
  ]),
})

export const DeviceLogin = z.object({
  name: z.string(),
  write: z.boolean(),
  /** The address that asked. */
  address: z.string(),
  askedOn: Timestamp,
  expiresOn: Timestamp,
})
export type DeviceLogin = z.infer<typeof DeviceLogin>

export const findDeviceLogin = endpoint({
  name: 'findDeviceLogin',
  summary: 'What a device login asks for; a POST, so that the code is in no log of addresses',
  method: 'POST',
  path: '/auth/device-login/find',
  access: 'staff',
  body: z.strictObject({ userCode: UserCode }),
  answer: z.object({ login: DeviceLogin }),
})

export const approveDeviceLogin = endpoint({
  name: 'approveDeviceLogin',
  summary: 'Let a device have a personal key for the given projects',
  method: 'POST',
  path: '/auth/device-login/approve',
  access: 'staff',
  proof: 'always',
  body: z.strictObject({
    userCode: UserCode,
    projectIds: z.array(ProjectId).min(1, 'needs at least one project').max(100),
    readOnly: z.boolean().default(true),
  }),
  answer: Done,
})

export const denyDeviceLogin = endpoint({
  name: 'denyDeviceLogin',
  summary: 'Refuse a device login',
  method: 'POST',
  path: '/auth/device-login/deny',
  access: 'staff',
  body: z.strictObject({ userCode: UserCode }),
  answer: Done,
})
