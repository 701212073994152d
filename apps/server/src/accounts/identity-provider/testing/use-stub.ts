import { randomUUID } from 'node:crypto'
import { PROVIDER_PRESETS, type ProviderPreset } from '@plinth/contract'
import pino from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { readProviderAnswer, writeAuthorizationUrl } from '../ask-provider.ts'
import { answerOf, startStub } from './stub.ts'

export const CALLBACK = 'http://127.0.0.1:4000/sso/callback'

export const presetOf = (name: string): ProviderPreset => {
  const found = PROVIDER_PRESETS.find((preset) => preset.name === name)
  if (!found) throw new Error(`there is no preset ${name}`)
  return found
}

interface Sent {
  /** Changes the answer before it is read. */
  change?: (query: URLSearchParams) => void
  preset?: Partial<ProviderPreset>
}

/** The documented answers of all presets for the tests of a file, and a whole sign-in with one of them. */
export function useStub() {
  const running: { stub?: Awaited<ReturnType<typeof startStub>> } = {}
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
  }
  const log = pino({ level: 'trace' }, { write })
  const stub = () => {
    if (!running.stub) throw new Error('the stub is not running')
    return running.stub
  }
  beforeAll(async () => {
    running.stub = await startStub()
  })
  afterEach(() => stub().spoil({}))
  afterAll(() => stub().stop())

  async function signIn(name: string, { change, preset }: Sent = {}) {
    const provider = stub().providerOf({ ...presetOf(name), ...preset })
    const asked = { provider, handle: randomUUID(), callback: CALLBACK }
    const query = new URLSearchParams(await answerOf(await writeAuthorizationUrl(asked, log)))
    change?.(query)
    return readProviderAnswer({ ...asked, query: String(query) }, log)
  }
  return { stub, log, lines, signIn }
}
