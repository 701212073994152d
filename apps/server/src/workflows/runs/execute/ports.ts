import { SpanKind } from '@opentelemetry/api'
import { type Json, NodeFailure, type OpenCredential, type Ports } from '@plinth/engine'
import { callOut } from '../../../foundation/egress/call-out.ts'
import { mailServerOf } from '../../../foundation/egress/mail-transport.ts'
import { OutboundError } from '../../../foundation/egress/outbound-error.ts'
import { sendMailOut } from '../../../foundation/egress/send-mail-out.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { inChildSpan } from '../../../foundation/traces/spans.ts'
import type { WorkflowsContext } from '../../context.ts'
import { accessTokenOf } from '../../credentials/oauth/access-token.ts'
import { TokenRefusal } from '../../credentials/oauth/token-refusal.ts'
import { openCredential } from '../../credentials/open-credential.ts'
import { callRows } from './call-rows.ts'
import { callSql } from './call-sql.ts'
import { hideSecrets } from './hide-secrets.ts'
import { keepFile } from './keep-file.ts'
import type { NodeContext } from './node-context.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

async function outbound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new NodeFailure(error.message, { retry: error.retry })
  }
}

async function openAccessToken(
  context: WorkflowsContext,
  asked: Parameters<typeof accessTokenOf>[1],
): Promise<string> {
  try {
    return await accessTokenOf(context, asked)
  } catch (error) {
    if (error instanceof TokenRefusal) {
      throw new NodeFailure(error.message, { retry: !error.isFinal })
    }
    if (error instanceof ApiError) throw new NodeFailure(error.message, { retry: false })
    throw error
  }
}

/** The workflow engine's ports for one step in one project and environment. */
export function portsOf(context: WorkflowsContext, place: NodeContext): Ports {
  const { signal } = place
  const allowed = context.env.egress.allowed
  return {
    async credential(id, type): Promise<OpenCredential> {
      const asked = { ...place, credentialId: id }
      const found = await retryWhileUnavailable(() => openCredential(context, asked), signal)
      if (found?.type !== type) {
        throw new NodeFailure('The credential was not found. Choose another.', { retry: false })
      }
      if (type === 'oauth2') {
        const accessToken = await openAccessToken(context, { place: asked, credential: found })
        return { data: { accessToken }, hosts: found.hosts }
      }
      return { data: found.data as { [name: string]: Json }, hosts: found.hosts }
    },
    async http({ secret, toFile, ...call }) {
      const { body, ...rest } = await outbound(
        callOut({ ...call, ...(secret ? { secret } : {}) }, { allowed, signal }),
      )
      const file =
        toFile && rest.status < 400
          ? await keepFile(context, { place, ...rest, body, url: call.url })
          : undefined
      const answer = { ...rest, body: file ? '' : body.toString('utf8'), ...(file ? { file } : {}) }
      return secret ? hideSecrets(answer, secret.headers) : answer
    },
    mail(mail, { data }) {
      const sent = () => outbound(sendMailOut({ mail, server: mailServerOf(data) }, { allowed }))
      return inChildSpan({ name: 'mail', kind: SpanKind.CLIENT }, sent)
    },
    script: (job) =>
      inChildSpan({ name: 'script' }, () =>
        context.runner.run(job, { projectId: place.projectId, signal }),
      ),
    rows: (call) => callRows(context, { of: place, call }),
    sql: (call) =>
      inChildSpan({ name: 'sql', kind: SpanKind.CLIENT }, () =>
        outbound(callSql(context, { of: place, call })),
      ),
  }
}
