import type { Page } from '@playwright/test'
import type { Client } from '@plinth/client'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import type { RunningProduct } from '../harness/stack.ts'

/** State shared by the steps of the story. */
export interface StoryContext {
  product: RunningProduct
  page: Page
  db: Database
  /** A client with the session of the page. */
  client: () => Promise<Client>
  project: { id: string; name: string }
  /** Token of an app user. */
  appToken: string
  /** A run that was in progress when everything was killed. */
  runId: string
  /** A run that waits for an approval. */
  askingRunId: string
  /** Changes of a live table, as they arrive. */
  followed: string[]
  endFollowing: () => void
}
