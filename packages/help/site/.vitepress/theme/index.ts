// Without the fonts that VitePress brings: the reader's own load nothing.
export { default } from 'vitepress/theme-without-fonts'
