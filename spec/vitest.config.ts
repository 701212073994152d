import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

/** Tests that measure come first; conformance then judges what was recorded. Group 0 would not do: on few cores it runs last. */
export default defineConfig({
  test: {
    root,
    globalSetup: './forget-measures.ts',
    projects: [
      {
        root,
        test: {
          name: 'measure',
          include: ['*.test.ts'],
          exclude: ['conformance.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        root,
        test: {
          name: 'conformance',
          include: ['conformance.test.ts'],
          // It reads the server's routes, and with them everything that they need.
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
