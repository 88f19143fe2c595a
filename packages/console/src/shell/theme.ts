// Light, dark, or the system setting. Stored only in this browser.
import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'mailsift.theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function kept(): Theme {
  const value = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === value) ?? 'system'
}

function shown(): 'light' | 'dark' {
  const theme = kept()
  return theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
}

function apply(): void {
  document.documentElement.dataset.theme = shown()
  for (const listener of listeners) listener()
}

export function startTheme(): void {
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  apply()
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  apply()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useTheme = (): Theme => useSyncExternalStore(subscribe, kept)
export const useShownTheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shown)
