// node scripts/install-extra.mjs <folder>…: installs the packages of these folders where they are missing or outdated.
import process from 'node:process'
import { installExtra, requirePackages } from './extra-packages.mjs'

requirePackages()
installExtra(process.argv.slice(2))
