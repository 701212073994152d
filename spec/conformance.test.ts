import { ENDPOINTS } from '@plinth/contract'
import { expect, test } from 'vitest'
import { readCatalogue, readNotBuilt } from './catalogue.ts'
import { checkConformance } from './check-conformance.ts'
import { readEarlier } from './earlier.ts'
import { callKey, gatherEvidence, wasSeen } from './evidence.ts'

const catalogue = readCatalogue()

test('every call of the spec is an endpoint of the contract', () => {
  const declared = ENDPOINTS.map((one) => callKey(one.method, one.path))
  const calls = catalogue.routes.flatMap((one) =>
    one.kind === 'call' ? [callKey(one.method, one.path)] : [],
  )
  expect(calls.filter((call) => !declared.includes(call))).toEqual([])
})

test('the browser tests have run', () => {
  expect(wasSeen(), 'nothing was seen: run `npm run e2e` first').toBe(true)
})

test.runIf(wasSeen())('every id is either proven or listed as not built yet', async () => {
  const complaints = checkConformance({
    catalogue,
    evidence: await gatherEvidence(),
    notBuilt: readNotBuilt(),
    earlier: readEarlier(),
  })
  expect(complaints.join('\n')).toBe('')
})
