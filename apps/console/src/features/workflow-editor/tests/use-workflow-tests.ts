import {
  deleteWorkflowTest,
  listWorkflowTests,
  runWorkflowTest,
  updateWorkflowTest,
  type WorkflowTestResult,
} from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { runWorkflowTests } from '../../../state/workflow-tests/run-workflow-tests.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { testFormStrings } from '../strings/test-form-strings.ts'
import { testStrings as words } from '../strings/test-strings.ts'
import type { TestChanges } from './form/test-draft.ts'
import { useTestForm } from './form/use-test-form.ts'

function showError(title: string, error: unknown) {
  logFailure(title, error)
  const description = error instanceof Error ? { description: error.message } : {}
  showToast({ title, ...description, variant: 'destructive' })
}

type Results = Readonly<Record<string, WorkflowTestResult>>

interface TestsOptions {
  projectId: string
  workflowId: string | undefined
  /** Whether the dialog is open at first. */
  isOpened: boolean
}

/** The tests of the edited workflow, their last results and what can be done with them. */
export function useWorkflowTests({ projectId, workflowId = '', isOpened }: TestsOptions) {
  const queries = useQueryClient()
  const queryKey = ['workflow tests', projectId, workflowId]
  const params = { projectId, workflowId }
  const tests = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(listWorkflowTests, { params, signal }),
    select: (answer) => answer.tests,
    enabled: workflowId !== '',
  })
  const [isOpen, setOpen] = useState(isOpened)
  const [results, setResults] = useState<Results>({})
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<string>()
  const form = useTestForm()
  const during = async (failed: string, work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showError(failed, error)
    } finally {
      setBusy(false)
      setProgress(undefined)
    }
  }
  const add = (result: WorkflowTestResult) =>
    setResults((before) => ({ ...before, [result.testId]: result }))
  const rerun = async (testId: string) =>
    add((await client.call(runWorkflowTest, { params: { ...params, testId } })).result)
  const runAll = async () => {
    const all = await runWorkflowTests(params, (done, count) =>
      setProgress(words.running(done, count)),
    )
    setResults(Object.fromEntries(all.map((result) => [result.testId, result])))
    return all
  }
  return {
    tests,
    results,
    isBusy,
    /** How far all tests have run, while they do. */
    progress,
    isOpen,
    /** The list of the workflow's runs, from which tests are made. */
    runsPath: `/project/${projectId}/workflow?tab=runs&workflow=${workflowId}`,
    open: () => setOpen(true),
    close: () => setOpen(false),
    runAll: () =>
      during(words.runFailed, async () => {
        await runAll()
      }),
    /** After a save: only failing tests are worth a message. */
    runSaved: () =>
      during(words.runFailed, async () => {
        if ((tests.data?.length ?? 0) === 0) return
        const all = await runAll()
        const failed = all.filter(({ passed }) => !passed).length
        if (failed === 0) return
        const title = words.summaryFailed(failed, all.length)
        showToast({ title, description: words.openTests, variant: 'destructive' })
      }),
    form,
    save: (testId: string, body: TestChanges) =>
      during(words.runFailed, async () => {
        if (
          !(await form.send(
            client.call(updateWorkflowTest, { params: { ...params, testId }, body }),
          ))
        )
          return
        showToast({ title: testFormStrings.saved })
        await queries.invalidateQueries({ queryKey })
        await rerun(testId)
      }),
    run: (testId: string) => during(words.runFailed, () => rerun(testId)),
    accept: ({ testId, digest }: WorkflowTestResult) =>
      during(words.acceptFailed, async () => {
        const body = { accept: digest }
        await client.call(updateWorkflowTest, { params: { ...params, testId }, body })
        await rerun(testId)
        await queries.invalidateQueries({ queryKey })
        showToast({ title: words.accepted })
      }),
    remove: (testId: string) =>
      during(words.deleteFailed, async () => {
        await client.call(deleteWorkflowTest, { params: { ...params, testId } })
        setResults(({ [testId]: _removed, ...rest }) => rest)
        await queries.invalidateQueries({ queryKey })
        showToast({ title: words.deleted })
      }),
  }
}

export type WorkflowTests = ReturnType<typeof useWorkflowTests>
