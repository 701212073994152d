import { DEFAULT_LIMITS } from '@plinth/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { limitBody } from '../../../foundation/http/parsing/limit-body.ts'
import type { WorkflowsContext } from '../../context.ts'
import { openRunIntake } from '../../runs/records/run-intake.ts'
import { answerWithResult, openRunAnswers } from './answer-with-result.ts'
import { type FoundHook, HookCache } from './hook-cache.ts'
import { HookLimit } from './hook-limit.ts'
import { type SentCall, takeHookCall } from './take-hook-call.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type HookRequest = FastifyRequest<{
  Params: { environment: string; secret: string; '*'?: string }
}>

function flat(headers: FastifyRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  )
}

function callOf(request: HookRequest): SentCall {
  const [, query = ''] = request.url.split(/\?(.*)/s)
  return {
    method: request.method,
    path: `/${request.params['*'] ?? ''}`,
    query,
    headers: flat(request.headers),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}

function checkMethod({ settings }: FoundHook, method: string): void {
  if (settings.method === 'any' || settings.method === method) return
  throw new ApiError('method_not_allowed', `This webhook accepts ${settings.method} only.`)
}

function resultOf(status: number): string {
  if (status === 429) return 'limited'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'rejected' : 'accepted'
}

const GUESSES = new Set(['not_found', 'unauthenticated', 'forbidden'])

/** Serves webhook URLs. They are for programs: no CORS headers are sent. */
export async function serveHooks(app: FastifyInstance, context: WorkflowsContext): Promise<void> {
  const limit = new HookLimit(context.env.webhookRate)
  const intake = openRunIntake(context)
  const answers = openRunAnswers(context.db)
  const hooks = new HookCache(context.db)
  context.metrics.addCache('webhook', hooks.counts)
  const count = context.metrics.counter({
    name: 'webhook_calls_total',
    help: 'Calls of webhooks by result.',
    labels: { result: ['accepted', 'rejected', 'limited', 'failed'] },
  })
  const found = new WeakMap<FastifyRequest, FoundHook>()

  async function guard<T>({ ip }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError && GUESSES.has(error.code)) await limit.failed(ip)
      throw error
    }
  }

  /** Runs the work with the cached webhook; if that rejects the call, runs it again with the current one. */
  async function withHook<T>(request: HookRequest, work: (one: FoundHook) => Promise<T>) {
    const hook = found.get(request) ?? (await hooks.find(request.params))
    try {
      return { known: hook, done: await work(hook) }
    } catch (error) {
      if (!hook.isCached || !(error instanceof ApiError)) throw error
      const now = await hooks.read(request.params)
      return { known: now, done: await work(now) }
    }
  }

  async function answer(request: HookRequest, reply: FastifyReply): Promise<FastifyReply> {
    const call = callOf(request)
    const projectId = found.get(request)?.hook.projectId ?? ''
    const { known, done: run } = await guard(request, () =>
      limit.within(projectId, () =>
        withHook(request, (one) => {
          checkMethod(one, request.method)
          return takeHookCall(context, { ...one, call, intake })
        }),
      ),
    )
    const { settings } = known
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (run === 'test') return reply.code(202).send('{"test":true}')
    if (!settings.answersWithResult) context.durable.wake()
    if (run.refusal !== null) {
      const details = { runId: run.runId }
      throw new ApiError('conflict', 'This workflow cannot run as it is saved.', { details })
    }
    if (!settings.answersWithResult)
      return reply.code(202).send(JSON.stringify({ runId: run.runId }))
    const said = await answerWithResult(context, { answers, run })
    return reply
      .headers(said.headers ?? {})
      .code(said.status)
      .send(JSON.stringify(said.body))
  }

  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    for (const url of ['/hooks/:environment/:secret', '/hooks/:environment/:secret/*']) {
      routes.route({
        method: [...METHODS],
        url,
        bodyLimit: DEFAULT_LIMITS.bytes,
        config: { endpoint: 'webhook' },
        // Look the webhook up before reading any byte of the body.
        onRequest: async (request) => {
          await limit.refuseGuesser(request.ip)
          const { known } = await guard(request, () =>
            withHook(request as HookRequest, async (one) => checkMethod(one, request.method)),
          )
          context.stoppedProjects.refuse(known.hook.projectId, 'write')
          await limit.call(known.hook.workflowId + known.hook.nodeId)
          found.set(request, known)
        },
        preParsing: limitBody,
        onResponse: async (_request, { statusCode }) => count({ result: resultOf(statusCode) }),
        handler: (request, reply) => answer(request as HookRequest, reply),
      })
    }
  })
}
