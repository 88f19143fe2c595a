import { Card } from '../parts/page.tsx'
import { setTheme, THEMES, useTheme } from '../shell/theme.ts'
import { appearance } from '../texts/common.ts'
import { settings as t } from '../texts/settings.ts'

export function Appearance() {
  const theme = useTheme()
  return (
    <Card title={t.appearance}>
      <fieldset>
        <legend className="sr-only">{t.appearance}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {THEMES.map((value) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="radio"
                name="theme"
                checked={theme === value}
                onChange={() => setTheme(value)}
                className="size-4 accent-accent"
              />
              {appearance.themes[value]}
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  )
}
