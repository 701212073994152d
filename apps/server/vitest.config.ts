import { configDefaults, defineConfig } from 'vitest/config'
import { ALONE, SHARED } from './vitest.shared.ts'

export default defineConfig({
  test: {
    ...SHARED,
    name: '@plinth/server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...ALONE],
    maxWorkers: 3,
  },
})
