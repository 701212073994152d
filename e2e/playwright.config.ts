import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './harness/chromium.ts'
import { knownProduct } from './harness/product.ts'

const APPS = ['examples/*.spec.ts', 'quickstart/*.spec.ts']
const address = knownProduct()?.address

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './harness/global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  fullyParallel: true,
  // Generous, because the machine may be busy; passing tests do not wait.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./harness/page-reporter.ts']],
  use: {
    ...(address ? { baseURL: address } : {}),
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: CHROMIUM,
  },
  // The story is the longest test, so it starts first and occupies one worker while the other runs the screens.
  projects: [
    { name: 'story', testMatch: 'story/*.spec.ts', fullyParallel: false },
    {
      name: 'screens',
      testMatch: '*.spec.ts',
      testIgnore: ['story/**', ...APPS, '*-speed.spec.ts'],
    },
    // Apps installed outside the repository: `npm run e2e:apps`.
    { name: 'apps', testMatch: APPS },
    // Timings are meaningful only without other load: `npm run e2e:speed`.
    { name: 'speed', testMatch: '*-speed.spec.ts' },
  ],
})
