import { randomInt } from 'node:crypto'
import {
  DEVICE_LOGIN_MINUTES,
  startDeviceLogin as endpoint,
  USER_CODE_LETTERS,
} from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { readAgent } from '../../foundation/http/calls/origin-of.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { addDeviceLogin } from './device-login-store.ts'

const USER_CODE_LENGTH = 8
const INTERVAL_SECONDS = 5
const ATTEMPTS = 3

const newUserCode = () =>
  Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length)),
  ).join('')

/** Not a `mutate`: the answer is a secret, which must not be stored for an Idempotency-Key. */
export const startDeviceLogin = route(
  endpoint,
  async ({ body, request }, { db, env, deviceLoginLimit }: AccountsContext) => {
    await deviceLoginLimit.start(request.ip)
    const deviceCode = newToken()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const userCode = newUserCode()
      const isAdded = await addDeviceLogin(db, {
        ...body,
        deviceHash: hashToken(deviceCode),
        userCode,
        address: request.ip,
        agent: readAgent(request),
        minutes: DEVICE_LOGIN_MINUTES,
        intervalSeconds: INTERVAL_SECONDS,
      })
      if (!isAdded) continue
      const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`
      return {
        deviceCode,
        userCode: shown,
        url: `${env.baseUrl}/device?code=${shown}`,
        expiresInSeconds: DEVICE_LOGIN_MINUTES * 60,
        intervalSeconds: INTERVAL_SECONDS,
      }
    }
    throw new ApiError('unavailable', 'No code is free at the moment. Try again.')
  },
)
