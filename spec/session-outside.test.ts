import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useSession } from '../apps/console/src/state/session.tsx'
import { recordMessage } from '../e2e/harness/seen.ts'

function Probe() {
  return createElement('p', null, useSession().state)
}

test('the session used outside its provider is an error that says so', () => {
  let said = ''
  try {
    renderToStaticMarkup(createElement(Probe))
  } catch (error) {
    said = (error as Error).message
  }
  expect(said).toBe('useSession must be used within the SessionProvider')
  recordMessage(said)
})
