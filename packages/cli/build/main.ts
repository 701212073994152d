import { join } from 'node:path'
import { buildPackage } from './build-package.ts'

await buildPackage(process.argv[2] ?? join(import.meta.dirname, '../dist'))
