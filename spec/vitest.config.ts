import { defineConfig } from 'vitest/config'

const root = import.meta.dirname

/**
 * Measuring tests run before the conformance test that reads their records. Group 0 does not work: on few cores it
 * runs last.
 */
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
          // Loading the server's routes imports most of the server.
          testTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
