/** The one line of an instance: `<script src="https://…/guard.js" data-site-key="…">`. Data and answers come from where it came from. */
import { defineGuard } from './element.ts'

const { src, dataset } = document.currentScript as HTMLScriptElement
const server = src.slice(0, src.lastIndexOf('/'))
defineGuard({ data: `${server}/guard.bin`, server, siteKey: dataset.siteKey })
