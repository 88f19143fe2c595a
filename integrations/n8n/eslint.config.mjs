// The rules of n8n for community nodes, those for n8n Cloud included: what `n8n-node lint` checks, without its other packages.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes'
import { defineConfig, globalIgnores } from 'eslint/config'
import nodesBase from 'eslint-plugin-n8n-nodes-base'
import typescript from 'typescript-eslint'

const rulesOf = (name) => nodesBase.configs[name].rules
const communityNodes = n8nCommunityNodesPlugin.configs.recommended

export default defineConfig(
  globalIgnores(['dist']),
  { plugins: { 'n8n-nodes-base': nodesBase } },
  { files: ['**/*.ts'], extends: [typescript.configs.recommended, communityNodes], rules: { 'no-console': 'error' } },
  {
    files: ['package.json'],
    extends: [communityNodes],
    // The release writes the homepage: a manifest does not know where its repository is.
    rules: { ...rulesOf('community'), '@n8n/community-nodes/require-homepage': 'off' },
    languageOptions: { parser: typescript.parser, parserOptions: { extraFileExtensions: ['.json'] } },
  },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...rulesOf('credentials'),
      // For the nodes in n8n's own repository, whose documentation has other addresses.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
      'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...rulesOf('nodes'),
      // They reject the constants that n8n recommends now.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },
)
