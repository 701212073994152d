import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { dropEndpointShapes } from './drop-endpoint-shapes.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), dropEndpointShapes(), precompress()],
  optimizeDeps: { entries: ['index.html'] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Making a shape changes nothing elsewhere, so unused ones may go.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'idOf'] },
      output: {
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
        assetFileNames: 'static/[name]-[hash][extname]',
      },
    },
  },
  test: { name: '@plinth/console', environment: 'happy-dom' },
})
