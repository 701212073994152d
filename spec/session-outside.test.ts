import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useSession } from '../apps/console/src/state/session.tsx'
import { recordMessage } from '../e2e/harness/seen.ts'

function Probe() {
  return createElement('p', null, useSession().state)
}

test('using the session outside its provider throws a clear error', () => {
  let said = ''
  try {
    renderToStaticMarkup(createElement(Probe))
  } catch (error) {
    said = (error as Error).message
  }
  expect(said).toBe('useSession must be used within the SessionProvider')
  recordMessage(said)
})
