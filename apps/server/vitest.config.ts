import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: '@plinth/server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/app/testing/global-setup.ts'],
    // In always-replay mode a run with large results is read again at each of its waits.
    testTimeout: process.env.PLINTH_ALWAYS_REPLAY === 'true' ? 180_000 : 60_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    // Node imports the sources itself, as in production; through Vite each file costs a second of processor time more.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
