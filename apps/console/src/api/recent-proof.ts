import { ApiError, type Client } from '@plinth/client'
import { reauthenticate } from '@plinth/contract'
import { createExternalStore } from '../ui/hooks/external-store.ts'

const NOT_CONFIRMED = 'Nothing was done, because you did not confirm that it is you.'

interface AskedProof {
  answered: Promise<boolean>
  answer: (isProved: boolean) => void
}

/** The open question of the calls that wait for a proof, which they share; the dialog answers it. */
export const askedProof = createExternalStore<AskedProof | undefined>(undefined)
let provedAt = Number.NEGATIVE_INFINITY

/** Ends the waiting calls, for example because the session has ended. */
export function cancelProof(): void {
  askedProof.get()?.answer(false)
}

/** Whether a call was not made because the user did not confirm it. */
export function isUnconfirmed(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'reauthenticate'
}

function askForProof(): Promise<boolean> {
  const open = askedProof.get()
  if (open) return open.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isProved: boolean) => {
    if (isProved) provedAt = performance.now()
    askedProof.set(undefined)
    resolve(isProved)
  }
  askedProof.set({ answered: promise, answer })
  return promise
}

interface RefusedCall {
  error: ApiError
  sentAt: number
  body: unknown
}

/** Returns once the session has a recent proof; throws if there is none. */
async function prove(direct: Client, { error, sentAt, body }: RefusedCall): Promise<void> {
  // Another call was proved while this one was on its way.
  if (provedAt > sentAt) return
  const { currentPassword } = (body ?? {}) as { currentPassword?: string }
  if (currentPassword) {
    // The form has asked for the password already. A wrong one is reported at its field.
    await direct.call(reauthenticate, { body: { currentPassword } })
    provedAt = performance.now()
    return
  }
  if (await askForProof()) return
  const { code, requestId, status } = error
  throw new ApiError(status, { error: { code, requestId, message: NOT_CONFIRMED } })
}

/** A client that asks the user for a proof when the server needs one, and then repeats the same call once. */
export function withProof(direct: Client): Client {
  const call: Client['call'] = async (endpoint, input) => {
    const sentAt = performance.now()
    try {
      return await direct.call(endpoint, input)
    } catch (error) {
      if (!isUnconfirmed(error)) throw error
      const { body } = (input ?? {}) as { body?: unknown }
      await prove(direct, { error, sentAt, body })
    }
    return direct.call(endpoint, input)
  }
  return { ...direct, call }
}
