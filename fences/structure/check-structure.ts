import { join } from 'node:path'
import { findFolderCycles } from './find-folder-cycles.ts'
import { findFullFolders } from './find-full-folders.ts'
import { findJsonParse } from './find-json-parse.ts'
import { findRepeatedExports } from './find-repeated-exports.ts'
import { readSources } from './read-sources.ts'

const sources = readSources(process.argv[2] ?? join(import.meta.dirname, '../..'))
const found = [
  ...findFolderCycles(sources),
  ...findFullFolders(sources),
  ...findRepeatedExports(sources),
  ...findJsonParse(sources),
]
for (const line of found) console.error(line)
if (found.length > 0) process.exitCode = 1
else
  console.log(
    `structure: ${sources.length} files, no folder cycle, full folder, repeated name or unparsed JSON`,
  )
