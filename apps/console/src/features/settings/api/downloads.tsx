import { type Configuration, type EnvironmentName, getProjectOpenapi } from '@plinth/contract'
import { writeTypes } from '@plinth/schema'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { downloadText } from '../../../ui/format/download-text.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { apiStrings as strings } from './strings.ts'
import type { Target } from './write-curl.ts'

interface DownloadsProps {
  configuration: Configuration
  target: Target
}

/** Downloads of the TypeScript types and the OpenAPI document. */
export function Downloads({ configuration, target }: DownloadsProps) {
  const openapi = useMutation({
    mutationFn: () =>
      client.call(getProjectOpenapi, {
        params: { projectId: target.projectId },
        query: { $environment: target.environment as EnvironmentName },
      }),
    onSuccess: (document) =>
      downloadText({
        name: 'openapi.json',
        type: 'application/json',
        text: `${JSON.stringify(document, null, 2)}\n`,
      }),
    onError: (error) => {
      logFailure('Loading the OpenAPI document', error)
      showToast({
        title: strings.openapiFailed,
        description: strings.tryAgain,
        variant: 'destructive',
      })
    },
  })
  const saveTypes = () =>
    downloadText({
      name: 'plinth-types.ts',
      type: 'text/typescript',
      text: writeTypes(configuration),
    })
  return (
    <div className="flex shrink-0 gap-2">
      <Button busy={openapi.isPending} onClick={() => openapi.mutate()}>
        <Download aria-hidden="true" />
        {strings.downloadOpenapi}
      </Button>
      <Button variant="primary" onClick={saveTypes}>
        <Download aria-hidden="true" />
        {strings.downloadTypes}
      </Button>
    </div>
  )
}
