import { afterAll, beforeAll } from 'vitest'
import { startTestServer } from './start-test-server.ts'
import { setOwnServer } from './test-server.ts'

/** Starts a server for this test file alone, for tests that change the whole installation or its settings. */
export function useOwnServer(settings: Record<string, string> = {}): void {
  let stop = async () => {}
  beforeAll(async () => {
    const started = await startTestServer(settings)
    stop = started.stop
    setOwnServer(started.server)
  }, 120_000)
  afterAll(() => stop())
}
