import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Ids, LISTS, type List, NOT_BUILT, readCatalogue, readNotBuilt } from './catalogue.ts'
import { gatherEvidence } from './evidence.ts'
import { proven } from './prove.ts'

/** Removes proven ids from not-built-yet.json; never adds to an existing list. */
async function main() {
  const catalogue = readCatalogue()
  const found = proven(catalogue, await gatherEvidence())
  const ids = (list: List) => catalogue[list].map((one) => one.id)
  const before: Ids = existsSync(NOT_BUILT)
    ? readNotBuilt()
    : { routes: ids('routes'), strings: ids('strings'), constants: ids('constants') }
  const open = (list: List) => before[list].filter((id) => !found[list].includes(id))
  const after: Ids = {
    routes: open('routes'),
    strings: open('strings'),
    constants: open('constants'),
  }
  writeFileSync(NOT_BUILT, `${JSON.stringify(after, null, 2)}\n`)
  const biome = fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url))
  execFileSync(biome, ['format', '--write', fileURLToPath(NOT_BUILT)], { stdio: 'ignore' })
  for (const list of LISTS) {
    console.log(`${list}: ${catalogue[list].length} in total, ${after[list].length} not built yet`)
  }
}

await main()
