import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { useEffect } from 'react'
import {
  type NavigationType,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
} from 'react-router'

const PARAMETER = 'environment'
const DEFAULT = ENVIRONMENT_NAMES[0]

const keyOf = (projectId: string) => `environment ${projectId}`
const read = (value: string | null) => ENVIRONMENT_NAMES.find((name) => name === value)

/** The environment named in the query string; undefined if there is none. */
export const environmentIn = (search: string): EnvironmentName | undefined =>
  read(new URLSearchParams(search).get(PARAMETER))

/** The query string with the environment replaced. */
export function inEnvironment(search: string, environment: EnvironmentName): string {
  const params = new URLSearchParams(search)
  params.set(PARAMETER, environment)
  return `?${params}`
}

/** This tab's choice wins, because another tab may show the other environment. */
export function rememberedEnvironment(projectId: string): EnvironmentName {
  const key = keyOf(projectId)
  return read(sessionStorage.getItem(key)) ?? read(localStorage.getItem(key)) ?? DEFAULT
}

export function rememberEnvironment(projectId: string, environment: EnvironmentName): void {
  sessionStorage.setItem(keyOf(projectId), environment)
  localStorage.setItem(keyOf(projectId), environment)
}

interface ConsoleLocation {
  projectId: string
  pathname: string
  search: string
  navigation: `${NavigationType}`
}

/**
 * The environment of a location. The query string wins. Without one, an external link, a reload or
 * a step back means dev; navigation inside the console stays in the remembered environment.
 */
export function environmentAt({
  projectId,
  pathname,
  search,
  navigation,
}: ConsoleLocation): EnvironmentName {
  const said = environmentIn(search)
  if (said) return said
  const isEntrance = pathname.replace(/\/$/, '') === `/project/${projectId}`
  return navigation === 'POP' && !isEntrance ? DEFAULT : rememberedEnvironment(projectId)
}

/** The environment that the screens of the open project show; dev outside of a project. */
export function useEnvironment(): EnvironmentName {
  const projectId = useMatch('/project/:projectId/*')?.params.projectId
  const { pathname, search } = useLocation()
  const navigation = useNavigationType()
  return projectId === undefined
    ? DEFAULT
    : environmentAt({ projectId, pathname, search, navigation })
}

/** Redirects to the environment that owns the shown item. */
export function useOwnEnvironment(own: EnvironmentName | undefined): void {
  const environment = useEnvironment()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (own === undefined || own === environment) return
    navigate({ pathname, search: inEnvironment(search, own) }, { replace: true })
  }, [own, environment, pathname, search, navigate])
}

/** Remembers the environment, and adds it to the address when it is production. */
export function usePersistedEnvironment(projectId: string): EnvironmentName {
  const environment = useEnvironment()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    rememberEnvironment(projectId, environment)
    if (environment === DEFAULT || environmentIn(search) === environment) return
    navigate(
      { pathname, search: inEnvironment(search, environment), hash },
      { replace: true, state },
    )
  }, [projectId, environment, pathname, search, hash, state, navigate])
  return environment
}
