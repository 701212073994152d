import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openLimiter, spend } from '../passwords/limiter.ts'

const START_SECONDS = 600
/** Device logins that a network may start in ten minutes. */
const STARTS = 30
const GUESS_SECONDS = 3_600
/** Wrong user codes an hour, per person and per network. */
const GUESSES = 10
const GUESSES_OF_NETWORK = 30

export interface DeviceLoginLimit {
  start(ip: string): Promise<void>
  /** Counts a user code before it is looked up; returns a function that undoes this for a code that was not wrong. */
  guess(by: { staffId: string; ip: string }): Promise<() => Promise<void>>
}

export function openDeviceLoginLimit(pool: Database['pool']): DeviceLoginLimit {
  const open = (prefix: string, points: number, seconds: number) =>
    openLimiter(pool, { prefix, points, seconds })
  const starts = open('device-login', STARTS, START_SECONDS)
  const ofPerson = open('user-code', GUESSES, GUESS_SECONDS)
  const ofNetwork = open('user-code-network', GUESSES_OF_NETWORK, GUESS_SECONDS)
  return {
    start: (ip) => spend(starts, addressPrefix(ip)),
    async guess({ staffId, ip }) {
      const network = addressPrefix(ip)
      await spend(ofPerson, staffId)
      await spend(ofNetwork, network).catch(async (error: unknown) => {
        // Others of the network used up its limit; this code was not looked up.
        await ofPerson.reward(staffId)
        throw error
      })
      return async () => {
        await ofPerson.reward(staffId)
        await ofNetwork.reward(network)
      }
    },
  }
}
