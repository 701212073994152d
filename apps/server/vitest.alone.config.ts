import { defineConfig } from 'vitest/config'
import { ALONE, SHARED } from './vitest.shared.ts'

export default defineConfig({
  test: { ...SHARED, name: '@plinth/server-alone', include: ALONE, fileParallelism: false },
})
