import type { Guard } from '../attacks/setup/guard.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { accountCases } from './account-cases.ts'
import { answerCases, signatureCases } from './answer-cases.ts'
import { checkGoodProof, proofCases, secondFactorCases } from './proof-cases.ts'
import type { SsoCase } from './sso-case.ts'
import { openSsoSetup, type SsoSetup } from './sso-setup.ts'
import { outboundCases, redirectCases, transactionCases } from './transaction-cases.ts'

const SSO = 'accounts/sso'
const PROVIDER = 'accounts/identity-provider'
const CASES: readonly SsoCase[] = [
  ...answerCases,
  ...signatureCases,
  ...transactionCases,
  ...accountCases,
  ...redirectCases,
  ...outboundCases,
  ...proofCases,
  ...secondFactorCases,
]

const GUARDS: readonly Guard[] = [
  { name: 'answer', replaces: { [`${PROVIDER}/ask-provider.ts`]: 'ask-provider.ts' } },
  { name: 'signature', replaces: { [`${PROVIDER}/discover-provider.ts`]: 'discover-provider.ts' } },
  { name: 'transaction', replaces: { [`${SSO}/sso-store.ts`]: 'sso-store.ts' } },
  {
    name: 'account',
    replaces: {
      [`${PROVIDER}/sso-profile.ts`]: 'sso-profile.ts',
      [`${SSO}/find-sso-account.ts`]: 'find-sso-account.ts',
    },
  },
  {
    name: 'redirect',
    replaces: { '../../../packages/contract/src/people/sso.ts': 'sso-endpoints.ts' },
  },
  { name: 'proof', replaces: { [`${SSO}/sso-store.ts`]: 'proof-store.ts' } },
  {
    name: 'person',
    replaces: { [`${SSO}/proof/refuse-another-person.ts`]: 'refuse-another-person.ts' },
  },
  { name: 'second factor', replaces: { [`${PROVIDER}/second-factor.ts`]: 'second-factor.ts' } },
  { name: 'outbound', replaces: { [`${PROVIDER}/call-provider.ts`]: 'call-provider.ts' } },
]

async function attemptAll(setup: SsoSetup, cases: readonly SsoCase[]) {
  const outcomes: { named: string; succeeded: boolean; detail: string }[] = []
  for (const { name, standard, attempt } of cases) {
    outcomes.push({ named: `${name} [${standard}]`, ...(await attempt(setup)) })
  }
  return outcomes
}

/** A provider that behaves must be accepted, or the refusals show nothing. */
async function checkGoodSignIn({ signIn }: SsoSetup): Promise<string[]> {
  const { token, detail } = await signIn({})
  return token === undefined ? [`a good sign-in is refused: ${detail}`] : []
}

async function run(): Promise<SuiteResult> {
  const { setup, close } = await openSsoSetup([])
  try {
    const before = [...(await checkGoodSignIn(setup)), ...(await checkGoodProof(setup))]
    const outcomes = await attemptAll(setup, CASES)
    const after = await checkGoodSignIn(setup)
    const succeeded = outcomes.filter((outcome) => outcome.succeeded)
    return {
      violations: [...before, ...after, ...succeeded.map(({ named }) => `${named} succeeded`)],
      figures: `${CASES.length} sign-ins with a provider that misbehaves were refused`,
    }
  } finally {
    await close()
  }
}

/** Switches one guard off at a time; each of its cases must then succeed. */
async function prove(): Promise<SuiteResult> {
  const violations: string[] = []
  for (const guard of GUARDS) {
    const { setup, close } = await openSsoSetup([guard])
    const cases = CASES.filter((one) => one.guard === guard.name)
    const outcomes = await attemptAll(setup, cases).finally(close)
    const missed = outcomes.filter(({ succeeded }) => !succeeded)
    if (cases.length === 0 || missed.length > 0) {
      const names = missed.map(({ named, detail }) => `${named} (${detail})`)
      throw new Error(`without '${guard.name}' nothing turns red: ${names.join('; ')}`)
    }
    violations.push(...outcomes.map(({ named }) => `without ${guard.name}: ${named}`))
  }
  return { violations, figures: `${GUARDS.length} guards switched off one at a time` }
}

/** Sign-ins of staff with a provider, a network or a person that misbehaves. */
export const singleSignOn: Suite = { name: 'single-sign-on', run, prove }
