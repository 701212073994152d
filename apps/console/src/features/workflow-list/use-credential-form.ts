import { ApiError } from '@plinth/client'
import {
  type Credential,
  type CredentialType,
  createCredential,
  updateCredential,
} from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { readStale } from '../../api/read-stale.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import {
  type CredentialData,
  printData,
  readData,
  templateFor,
  templateOf,
} from './credential-data.ts'
import { hasClearedSecrets } from './credential-hints.ts'
import { useReload } from './list-queries.ts'
import { workflowListStrings as strings } from './strings.ts'

const words = strings.credential
const FIRST_TYPE: CredentialType = 'api-credential'

interface Values {
  name: string
  type: CredentialType
  text: string
  /** The last valid data; this is what gets saved. */
  data: CredentialData
}

function valuesOf({ name, type, data }: Pick<Credential, 'name' | 'type' | 'data'>): Values {
  return { name, type, data, text: printData(data) }
}

function formatProblem(error: Error): string {
  return error instanceof ApiError ? error.message : strings.unreachable
}

interface CredentialFormOptions {
  /** The credential to edit; undefined creates one. */
  credential: Credential | undefined
  /** The type of a new one. */
  type?: CredentialType
  /** The address that a new one is for. */
  url?: string | undefined
  onSaved?: (credential: Credential) => void
}

/** Form values, and saving them with a check for a newer revision. */
export function useCredentialForm(
  { credential, type: wanted = FIRST_TYPE, url, onSaved }: CredentialFormOptions,
  onDone: () => void,
) {
  const projectId = useCurrentProject().id
  const reload = useReload('credentials')
  const fresh = { name: '', type: wanted, data: templateFor(wanted, url) }
  const [values, setValues] = useState(() => valuesOf(credential ?? fresh))
  const [basedOn, setBasedOn] = useState(credential)
  const [stale, setStale] = useState<Credential>()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (base: Credential | undefined) => {
      const { name, type, data } = values
      const body = { name: name.trim(), type, data }
      if (!base) return client.call(createCredential, { params: { projectId }, body })
      const params = { projectId, id: base.id }
      return client.call(updateCredential, { params, body, ifMatch: base.revision })
    },
    onSuccess: (answer) => {
      const lost = hasClearedSecrets(values.data, answer.credential.data)
      showToast({ title: words.saved, ...(lost ? { description: words.cleared } : {}) })
      onSaved?.(answer.credential)
      onDone()
      return reload()
    },
    onError: (error) => {
      logFailure('Saving a credential', error)
      const description = formatProblem(error)
      showToast({ title: words.saveFailed, description, variant: 'destructive' })
      const theirs = readStale<{ theirs: Credential }>(error)?.theirs
      if (theirs) setStale(theirs)
      else setProblem(description)
    },
  })
  const start = (base: Credential | undefined) => {
    setStale(undefined)
    setProblem(undefined)
    if (values.name.trim() === '') setProblem(words.nameRequired)
    else mutate(base)
  }
  return {
    values,
    basedOn,
    stale,
    problem,
    busy: isPending,
    isChanged:
      basedOn === undefined || JSON.stringify(valuesOf(basedOn)) !== JSON.stringify(values),
    setName: (name: string) => setValues({ ...values, name }),
    /** Switches the template with the type, unless the user has changed it. */
    setType: (type: CredentialType) => setValues({ ...values, type, ...retyped(values, type) }),
    setEntry: (entry: string, value: CredentialData[string]) =>
      setValues({ ...values, ...dataOf({ ...values.data, [entry]: value }) }),
    setData: (data: CredentialData) => setValues({ ...values, ...dataOf(data) }),
    setText: (text: string) => setValues({ ...values, text, data: readData(text) ?? values.data }),
    save: () => start(basedOn),
    /** Goes on with a credential that the server has changed. */
    rebase(credential: Credential) {
      setBasedOn(credential)
      setValues(valuesOf(credential))
      setProblem(undefined)
    },
    keepMine() {
      setBasedOn(stale)
      start(stale)
    },
    takeTheirs() {
      if (!stale) return
      setBasedOn(stale)
      setValues(valuesOf(stale))
      setStale(undefined)
    },
  }
}

/** Text that is not valid JSON is not replaced. */
function retyped(
  { type, text, data }: Values,
  next: CredentialType,
): Pick<Values, 'data' | 'text'> {
  if (readData(text) === undefined) return { data, text }
  const start = templateOf(type)
  const isWritten = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(start[name])
  const written = Object.fromEntries(Object.entries(data).filter(isWritten)) as CredentialData
  return dataOf({ ...templateOf(next), ...written })
}

function dataOf(data: CredentialData): Pick<Values, 'data' | 'text'> {
  return { data, text: printData(data) }
}
