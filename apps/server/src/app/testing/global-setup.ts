import type { TestProject } from 'vitest/node'
import { startTestServer } from './start-test-server.ts'

let end = async () => {}

/** Starts the server that all test files share. */
export async function setup(project: TestProject): Promise<void> {
  const { server, stop } = await startTestServer()
  project.provide('server', server)
  end = stop
}

export const teardown = (): Promise<void> => end()
