import { type Configuration, explainRow } from '@plinth/contract'
import { sortTables } from '@plinth/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useGridEnvironment } from '../rows/use-grid-environment.ts'
import { accessStrings as strings } from '../strings/access-strings.ts'
import type { AccessRequest } from './access-request.ts'
import { AccessResults } from './access-results.tsx'
import { RowChoice } from './row-choice.tsx'

interface AccessBodyProps {
  projectId: string
  synced: Configuration
  request: AccessRequest
}

const GUEST = 'guest'

function useExplanation(asked: {
  projectId: string
  environment: 'dev' | 'production'
  table: string
  rowId: string | undefined
  user: { table: string; id: string } | null | undefined
}) {
  const { projectId, environment, table, rowId, user } = asked
  return useQuery({
    queryKey: ['explain row', projectId, environment, table, rowId, user],
    queryFn: ({ signal }) =>
      client.call(explainRow, {
        params: { projectId },
        body: { environment, table, rowId: rowId ?? null, user: user ?? null },
        signal,
      }),
    enabled: rowId !== undefined && user !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

const USERS = { choose: strings.chooseUser, search: strings.searchUsers, none: strings.noUser }
const ROWS = { choose: strings.chooseRow, search: strings.searchRows, none: strings.noRow }

/** Inputs for a user, a table and a row, with the results of the rules below. */
export function AccessBody({ projectId, synced, request }: AccessBodyProps) {
  const environment = useGridEnvironment().name
  const tables = sortTables(synced.tables)
  const authTables = tables.filter(({ type }) => type === 'Auth')
  const [who, setWho] = useState(authTables[0]?.id ?? GUEST)
  const [userId, setUserId] = useState<string>()
  const [place, setPlace] = useState(request)
  const userTable = authTables.find(({ id }) => id === who)
  const table = tables.find(({ id }) => id === place.tableId)
  const chosen = userTable && userId ? { table: userTable.name, id: userId } : undefined
  const user = userTable ? chosen : null
  const asked = { projectId, environment, table: table?.name ?? '', rowId: place.rowId }
  const answer = useExplanation({ ...asked, user })
  const scope = { projectId, environment }
  return (
    <div className="flex flex-col gap-4 px-5 pt-4 pb-5">
      <div className="grid grid-cols-[12rem_1fr] gap-3">
        <Field label={strings.who} hint={authTables.length === 0 ? strings.noUsers : undefined}>
          {(control) => (
            <Select
              {...control}
              value={who}
              options={[
                ...authTables.map(({ id, name }) => ({ value: id, label: strings.usersOf(name) })),
                { value: GUEST, label: strings.guest },
              ]}
              onValueChange={(next) => {
                setWho(next)
                setUserId(undefined)
              }}
            />
          )}
        </Field>
        {userTable ? (
          <RowChoice
            {...{ synced, scope }}
            label={strings.user}
            words={USERS}
            tableId={userTable.id}
            value={userId}
            onChange={setUserId}
          />
        ) : (
          <span />
        )}
        <Field label={strings.table}>
          {(control) => (
            <Select
              {...control}
              value={place.tableId}
              options={tables.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={(tableId) => setPlace({ tableId })}
            />
          )}
        </Field>
        <RowChoice
          key={place.tableId}
          {...{ synced, scope }}
          label={strings.row}
          words={ROWS}
          tableId={place.tableId}
          value={place.rowId}
          onChange={(rowId) => setPlace({ ...place, rowId })}
        />
      </div>
      <AccessResults
        missing={user === undefined ? 'user' : place.rowId === undefined ? 'row' : undefined}
        explanations={answer.data?.operations}
        hasFailed={answer.isError}
        onRetry={() => void answer.refetch()}
      />
    </div>
  )
}
