import { describePages } from './pages.ts'

describePages({ isQuick: false })
