import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from './session.tsx'

function Probe() {
  return <p>{useSession().state}</p>
}

describe('the session', () => {
  it('cannot be read outside its provider', () => {
    expect(() => renderToStaticMarkup(<Probe />)).toThrow('must be used within the SessionProvider')
  })

  it('is loading before the app has looked for a token', () => {
    const page = renderToStaticMarkup(
      <SessionProvider>
        <Probe />
      </SessionProvider>,
    )
    expect(page).toBe('<p>loading</p>')
  })
})
