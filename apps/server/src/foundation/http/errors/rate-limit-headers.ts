import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tells the caller what is left of the rate limit of its environment, if the request was counted. */
export function setRateLimitHeaders(reply: FastifyReply, { trace }: FastifyRequest): void {
  const rateLimit = trace?.rateLimit
  if (!rateLimit) return
  const { limit, policy, remaining, reset } = rateLimit
  reply.header('ratelimit-policy', policy)
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', reset)
}
