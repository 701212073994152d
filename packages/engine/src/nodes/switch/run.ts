import { done, type NodeRun } from '../../node/node-call.ts'
import { isEqual } from '../parts/compare.ts'
import { CASES } from './definition.ts'

export const runSwitch: NodeRun = ({ parameters, input }) => {
  const value = parameters.value ?? null
  const match = CASES.find((name) => {
    const wanted = parameters[`case_${name}`] ?? ''
    return wanted !== '' && isEqual(value, wanted)
  })
  return done(input, match === undefined ? 'otherwise' : `case ${match}`)
}
