import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { contractForTheBrowser } from './contract-for-the-browser.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), contractForTheBrowser(), precompress()],
  optimizeDeps: { entries: ['index.html'] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: 'static/[name]-[hash][extname]',
      },
    },
  },
  // A new context per file instead of a new process: creating happy-dom took most of the time.
  test: {
    name: '@plinth/console',
    environment: 'happy-dom',
    pool: 'vmThreads',
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
