// Without the fonts that VitePress brings: the reader's own load nothing.
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import './pictures.css'
import SizingCalculator from './SizingCalculator.vue'

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('SizingCalculator', SizingCalculator),
} satisfies Theme
