import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A lazily loaded component. Unlike React's `lazy`, it renders synchronously once loaded and replaces its placeholder at
 * once; React would show the placeholder for another 300 ms.
 */
export function loadPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded ??= await load()
  }
  function Part({ waiting, ...props }: Props & { waiting: ReactNode }) {
    const [problem, setProblem] = useState<{ error: unknown }>()
    const [, setThere] = useState(loaded !== undefined)
    useLayoutEffect(() => {
      let isUnmounted = false
      if (!loaded) {
        preload().then(
          () => (isUnmounted ? undefined : flushSync(() => setThere(true))),
          (error: unknown) => (isUnmounted ? undefined : setProblem({ error })),
        )
      }
      return () => {
        isUnmounted = true
      }
    }, [])
    if (problem) throw problem.error
    const Loaded = loaded
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : waiting
  }
  return { Part, preload }
}
