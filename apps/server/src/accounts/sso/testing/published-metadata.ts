import { createServer, type Server } from 'node:http'

let server: Server | undefined

/** Serves the metadata of a provider on a port of this machine, once per process; returns its issuer. */
export async function servePublishedMetadata(port: number): Promise<string> {
  const issuer = `http://127.0.0.1:${port}`
  if (server) return issuer
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  }
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
  })
  server.unref()
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
  return issuer
}
