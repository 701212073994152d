import * as restate from '@restatedev/restate-sdk'
import { SLOTS } from './restate-client.ts'

interface Waiting {
  runId: string
  awakeable: string
}
export interface Asking extends Waiting {
  limit: number
}

/** A place in the queue is a key of its own, so that a long queue costs each run no more than a short one. */
const placeOf = (number: number) => `place ${number}`
const leftOf = (runId: string) => `left ${runId}`

async function readCount(ctx: restate.ObjectContext, key: string): Promise<number> {
  return (await ctx.get<number>(key)) ?? 0
}

/** Gives free slots to whoever is next; who left the queue meanwhile is passed over. */
async function handOut(ctx: restate.ObjectContext, holders: string[], limit: number) {
  let first = await readCount(ctx, 'first')
  const end = await readCount(ctx, 'end')
  while (holders.length < limit && first < end) {
    const next = await ctx.get<Waiting>(placeOf(first))
    ctx.clear(placeOf(first))
    first += 1
    if (!next) continue
    if (await ctx.get<boolean>(leftOf(next.runId))) {
      ctx.clear(leftOf(next.runId))
      continue
    }
    ctx.resolveAwakeable(next.awakeable)
    holders.push(next.runId)
  }
  ctx.set('first', first)
  ctx.set('holders', holders)
}

/** Hands out the slots of one workflow in the order in which they were asked for. */
export const slots = restate.object({
  name: SLOTS,
  handlers: {
    acquire: async (ctx: restate.ObjectContext, asking: Asking): Promise<void> => {
      const end = await readCount(ctx, 'end')
      ctx.set(placeOf(end), { runId: asking.runId, awakeable: asking.awakeable })
      ctx.set('end', end + 1)
      ctx.set('limit', asking.limit)
      await handOut(ctx, (await ctx.get<string[]>('holders')) ?? [], asking.limit)
    },
    release: async (ctx: restate.ObjectContext, { runId }: { runId: string }): Promise<void> => {
      const holders = (await ctx.get<string[]>('holders')) ?? []
      const others = holders.filter((id) => id !== runId)
      if (others.length === holders.length) ctx.set(leftOf(runId), true)
      await handOut(ctx, others, (await ctx.get<number>('limit')) ?? 1)
    },
  },
  options: { enableLazyState: true },
})

export type Slots = typeof slots
