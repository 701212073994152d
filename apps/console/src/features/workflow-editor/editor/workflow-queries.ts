import {
  getWorkflow,
  getWorkflowVersion,
  listConstants,
  listCredentials,
  listEnvironments,
  listNodeDefinitions,
  listWorkflows,
  listWorkflowVersions,
} from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'

/** A stored workflow. Never refetched, because the editor works on a draft of it. */
export function useWorkflow(projectId: string, workflowId: string | undefined) {
  return useQuery({
    queryKey: ['workflow', projectId, workflowId],
    queryFn: ({ signal }) =>
      client.call(getWorkflow, { params: { projectId, workflowId: workflowId ?? '' }, signal }),
    select: (answer) => answer.data.workflow,
    enabled: workflowId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** All versions, newest first; refetched each time the dialog opens. */
export function useWorkflowVersions(projectId: string, workflowId: string) {
  return useQuery({
    queryKey: ['workflow versions', projectId, workflowId],
    queryFn: ({ signal }) =>
      client.call(listWorkflowVersions, { params: { projectId, workflowId }, signal }),
    select: (answer) => answer.versions,
    gcTime: 0,
  })
}

/** One version; it never changes. */
export function useWorkflowVersion(named: {
  projectId: string
  workflowId: string
  revision: string
}) {
  return useQuery({
    queryKey: ['workflow version', named.projectId, named.workflowId, named.revision],
    queryFn: ({ signal }) => client.call(getWorkflowVersion, { params: named, signal }),
    select: (answer) => answer.version,
    enabled: named.revision !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useNodeDefinitions(projectId: string) {
  return useQuery({
    queryKey: ['node definitions', projectId],
    queryFn: ({ signal }) => client.call(listNodeDefinitions, { params: { projectId }, signal }),
    select: (answer) => answer.data.nodeDefinitions,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The dev workflow that a production workflow was deployed from, matched by name. */
export function useDevWorkflow(projectId: string, name: string) {
  return useQuery({
    queryKey: ['workflows', projectId],
    queryFn: ({ signal }) => client.call(listWorkflows, { params: { projectId }, signal }),
    select: ({ workflows }) =>
      workflows.find((one) => one.environment.name === 'dev' && one.name === name),
  })
}

/** Dev credentials, because test runs happen in dev. */
export function useDevCredentials(projectId: string) {
  return useQuery({
    queryKey: ['credentials', projectId],
    queryFn: ({ signal }) => client.call(listCredentials, { params: { projectId }, signal }),
    select: ({ credentials }) =>
      credentials.filter(({ environment }) => environment.name === 'dev'),
  })
}

/** Dev constants by key; secrets have no value. */
export function useDevConstants(projectId: string) {
  return useQuery({
    queryKey: ['constants', projectId, 'dev'],
    queryFn: async ({ signal }) => {
      const [{ constants }, { environments }] = await Promise.all([
        client.call(listConstants, { params: { projectId }, signal }),
        client.call(listEnvironments, { params: { projectId }, signal }),
      ])
      const dev = environments.find(({ name }) => name === 'dev')
      return constants.filter(({ environment_id }) => environment_id === dev?.id)
    },
  })
}
