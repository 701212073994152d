import { hostname, userInfo } from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, readArgs, UsageError } from '../command.ts'
import { API_KEY_PREFIX, listProjects, PERSONAL_KEY_PREFIX, readUrl } from '../connection.ts'
import {
  credentialsPath,
  dropCredentials,
  readCredentials,
  saveCredentials,
} from '../credentials.ts'
import { call, isPassing } from '../http.ts'
import { note, print } from '../print.ts'

const DEFAULT_URL = 'http://localhost:4000'
const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

interface Started {
  deviceCode: string
  userCode: string
  url: string
  expiresInSeconds: number
  intervalSeconds: number
}
type Polled =
  | { status: 'pending' | 'slow_down'; intervalSeconds: number }
  | { status: 'approved'; secret: string; email: string; readOnly: boolean; projectIds: string[] }

const ENDED = 'The login was not approved in time. Run plinth login again.'

/** Waits until a person has approved the login in the console, also while the server is not reachable. */
async function loginByDevice(url: string, body: { name: string; write: boolean }) {
  const started = await call<Started>({ url }, { method: 'POST', path: '/auth/device-login', body })
  note(`Open ${started.url}`)
  note(`and check that the code is ${started.userCode}. It works for ten minutes.`)
  const { deviceCode, expiresInSeconds } = started
  let seconds = started.intervalSeconds
  const end = Date.now() + expiresInSeconds * 1000
  while (Date.now() < end) {
    await wait(seconds * 1000)
    const path = '/auth/device-login/token'
    const polled = await call<Polled>(
      { url },
      { method: 'POST', path, body: { deviceCode } },
    ).catch((error: unknown) => {
      if (!isPassing(error)) throw error
    })
    if (!polled) continue
    if (polled.status === 'approved') return polled
    seconds = polled.intervalSeconds
  }
  throw new Error(ENDED)
}

const KEY = new RegExp(`^(${API_KEY_PREFIX}|${PERSONAL_KEY_PREFIX})[A-Za-z0-9_-]{43}$`)

/** Checks a given key by a call that it may make. */
async function checkKey(url: string, key: string): Promise<string> {
  if (!KEY.test(key)) {
    throw new UsageError(
      `This is no whole key: it begins with ${API_KEY_PREFIX} or ${PERSONAL_KEY_PREFIX}, and 43 characters follow`,
    )
  }
  if (key.startsWith(PERSONAL_KEY_PREFIX)) {
    const projects = await listProjects({ url, key, isApiKey: false })
    return `a personal key for ${projects.length} ${projects.length === 1 ? 'project' : 'projects'}`
  }
  await call({ url, key }, { path: '/api/openapi/data.json' })
  return 'an API key'
}

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  name: { type: 'string' },
  write: { type: 'boolean' },
  print: { type: 'boolean' },
} as const

export const login: Command = {
  usage: 'login [--url URL] [--write] [--key KEY|-]',
  summary: 'Get a personal key by approving it in the console, or store a given key',
  options: [
    ['--url URL', `the server; by default that of the last login, or ${DEFAULT_URL}`],
    ['--write', 'ask for a key that may change data; you decide in the console'],
    ['--name NAME', 'the name of this machine in the console'],
    ['--print', 'print the key instead of storing it, for the secrets of a CI system'],
    ['--key KEY', 'store this API key or personal key; - reads it from standard input'],
  ],
  async run(args) {
    const { values } = readArgs(args, OPTIONS)
    const named = values.url ?? process.env.PLINTH_URL ?? (await readCredentials())?.url
    const url = readUrl(named ?? DEFAULT_URL)
    if (url.startsWith('http:') && !LOOPBACK.test(url)) {
      note(`Warning: ${url} is not encrypted. Others in the network can read the key.`)
    }
    if (values.key !== undefined) {
      const given = values.key === '-' ? await readAll(process.stdin) : values.key
      const key = given.trim()
      const kind = await checkKey(url, key)
      await saveCredentials({ url, key })
      note(`Stored ${kind} of ${url} in ${credentialsPath()}`)
      return
    }
    const name = values.name ?? `${userInfo().username}@${hostname()}`.slice(0, 100)
    const { secret, email, readOnly } = await loginByDevice(url, {
      name,
      write: values.write ?? false,
    })
    const rights = readOnly ? 'read-only' : 'read and change'
    if (values.print) {
      print(secret)
      return
    }
    await saveCredentials({ url, key: secret })
    note(`Logged in to ${url} as ${email} (${rights}). The key is in ${credentialsPath()}`)
  },
}

export const logout: Command = {
  usage: 'logout',
  summary: 'Delete the stored key from this machine',
  options: [],
  async run(args) {
    readArgs(args, {})
    await dropCredentials()
    note(
      'The key is deleted here. It stays valid until you revoke it in the console under Profile.',
    )
  },
}
