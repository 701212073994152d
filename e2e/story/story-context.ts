import type { Page } from '@playwright/test'
import type { Client } from '@plinth/client'
import type { Database } from '../../apps/server/src/platform/database.ts'
import type { RunningProduct } from '../harness/stack.ts'

/** What the steps of the story hand on to each other. */
export interface StoryContext {
  product: RunningProduct
  page: Page
  db: Database
  /** Speaks for whoever is signed in on the page. */
  client: () => Promise<Client>
  project: { id: string; name: string }
  /** Of somebody who uses the app that is being built. */
  appToken: string
  /** A run that was under way when everything was killed. */
  runId: string
}
