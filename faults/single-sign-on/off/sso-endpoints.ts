import { startSso as checked } from '../../../packages/contract/src/people/sso.ts'
import { StorableText } from '../../../packages/contract/src/protocol/text.ts'

export * from '../../../packages/contract/src/people/sso.ts'

/** Takes every address for a page of the console. */
export const startSso = {
  ...checked,
  body: checked.body?.extend({ redirect: StorableText }),
}
