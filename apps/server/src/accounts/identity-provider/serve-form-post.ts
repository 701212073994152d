import type { FastifyInstance } from 'fastify'

const MAX_FORM_BYTES = 16_384
/** The pages to which providers redirect staff and app users. */
const CALLBACKS = ['/sso/callback', '/user-sign-in/:environmentId/:tableId/:name'] as const
/** Of the answer, only what the console sends on; Apple also posts names, which nobody has signed. */
const SENT_ON = ['code', 'state', 'iss', 'error']

/**
 * Turns an answer that the browser posts (`response_mode=form_post`) into the redirect that other providers send. It
 * needs no session and changes nothing: only who began the sign-in can end it.
 */
export async function serveFormPost(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, String(body)),
    )
    for (const callback of CALLBACKS) {
      scope.post(callback, (request, reply) => {
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        const query = new URLSearchParams(
          SENT_ON.flatMap((name) =>
            form.getAll(name).map((value): [string, string] => [name, value]),
          ),
        )
        const [page] = request.url.split('?', 1)
        return reply.header('cache-control', 'no-store').redirect(`${page}?${query}`, 303)
      })
    }
  })
}
