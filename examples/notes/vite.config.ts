import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'

/** In development calls go through Vite, so that the app and Plinth share an origin. */
export default defineConfig(({ mode }) => {
  const target = loadEnv(mode, import.meta.dirname).VITE_PLINTH_URL ?? 'http://localhost:4000'
  return {
    plugins: [react()],
    build: { target: 'es2023' },
    server: { proxy: { '/api': target, '/auth': target } },
  }
})
