import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from './session.tsx'

function Probe() {
  return <p>{useSession().state}</p>
}

describe('the session', () => {
  it('is loading before the token has been read', () => {
    const page = renderToStaticMarkup(
      <SessionProvider>
        <Probe />
      </SessionProvider>,
    )
    expect(page).toBe('<p>loading</p>')
  })
})
