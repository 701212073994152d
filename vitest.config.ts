import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      'apps/*',
      { test: { name: 'fences', include: ['fences/**/*.test.ts'], testTimeout: 120_000 } },
      { test: { name: 'faults', include: ['faults/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
})
