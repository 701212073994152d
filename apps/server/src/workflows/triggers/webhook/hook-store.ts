import type { Json } from '@plinth/engine'
import * as z from 'zod'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored, readStoredObject } from '../../../foundation/platform/stored-json.ts'
import { isListenedTo } from '../../definitions/listener-store.ts'
import { type LiveTrigger, liveTrigger } from '../../definitions/trigger-store.ts'

/** A webhook that accepts calls, with the settings of its node. */
export interface Hook extends LiveTrigger {
  parameters: { [name: string]: Json }
  credentials: { [name: string]: string }
  /** The workflow's Execute Permission. */
  execute: string
  /** Inactive ones accept a call only while they have a listener. */
  isActive: boolean
}

const Credentials = z.record(z.string(), z.string())

interface HookRow extends LiveTrigger {
  parameters: string
  credentials: string
  execute: string | null
  isActive: boolean
}

/** Returns undefined for a URL that is unknown, of another environment, or neither active nor listened to. */
export async function findHook(
  on: Queryable,
  { environment, secret }: { environment: string; secret: string },
): Promise<Hook | undefined> {
  const [row] = await on.query<HookRow>(sql`
    select ${liveTrigger.columns}, trigger.settings as parameters, trigger.credentials,
      workflow.settings::json -> 'access' ->> 'execute' as execute, trigger.active as "isActive"
    from webhook_address join trigger using (workflow_id, node_id) ${liveTrigger.joins}
    where webhook_address.secret = ${secret} and environment.name = ${environment}
      and trigger.kind = 'trigger-webhook' and (trigger.active or ${isListenedTo(sql`trigger`)})`)
  if (!row) return undefined
  return {
    ...row,
    parameters: readStoredObject(row.parameters, 'trigger settings'),
    credentials: readStored(Credentials, row.credentials, 'credentials of a trigger'),
    execute: row.execute ?? '',
  }
}
