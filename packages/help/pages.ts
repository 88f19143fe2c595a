// The pages of the site, in the order of the sidebar: where each is written and the address it gets below /help/.
type Page = { source: string; path: string; title: string }
type Section = { title: string; pages: Page[] }

export const HOME = 'docs/index.md'

export const SECTIONS: Section[] = [
  {
    title: 'Tutorials',
    pages: [
      page('docs/tutorials/first-address.md', 'tutorials/first-address', 'Check your first address'),
      page('docs/tutorials/first-list.md', 'tutorials/first-list', 'Clean your first list'),
      page('docs/tutorials/sign-up-form.md', 'tutorials/sign-up-form', 'Protect a sign-up form'),
      page('docs/tutorials/self-hosting.md', 'tutorials/self-hosting', 'Self-host in 10 minutes'),
      page('docs/tutorials/fleet.md', 'tutorials/fleet', 'Run a fleet'),
    ],
  },
  {
    title: 'How-to guides',
    pages: [
      page('docs/console.md', 'guides/console', 'Use the console'),
      page('docs/guides/rules.md', 'guides/rules', 'Save rules and lists'),
      page('docs/mcp.md', 'guides/assistants', 'Connect an assistant (MCP)'),
      page('docs/guides/bounces.md', 'guides/bounces', 'Learn from bounces'),
      page('docs/guides/n8n.md', 'guides/n8n', 'Use Mailsift in n8n'),
      page('docs/guides/warehouses.md', 'guides/warehouses', 'Validate in BigQuery and Snowflake'),
      page('docs/guides/query-engines.md', 'guides/query-engines', 'Validate where your data is'),
      page('docs/guides/wordpress.md', 'guides/wordpress', 'Check addresses in WordPress'),
      page('docs/guides/python.md', 'guides/python', 'Use Mailsift from Python'),
      page('docs/guides/php.md', 'guides/php', 'Use Mailsift from PHP'),
      page('docs/guides/google-sheets.md', 'guides/google-sheets', 'Validate in Google Sheets'),
      page('docs/guides/mailing-tools.md', 'guides/mailing-tools', 'Clean the list of a mailing tool'),
      page('docs/guides/users-and-tokens.md', 'guides/users-and-tokens', 'Manage users and tokens'),
      page('docs/guides/audit-log.md', 'guides/audit-log', 'Read the audit log'),
      page('docs/guides/mail.md', 'guides/mail', 'Send email'),
      page('docs/guides/sign-up.md', 'guides/sign-up', 'Let people sign up'),
      page('docs/guides/probe.md', 'guides/probe', 'Probe mailboxes'),
      page('docs/guides/plans.md', 'guides/plans', 'Limit accounts by plans'),
      page('docs/guides/single-sign-on.md', 'guides/single-sign-on', 'Set up single sign-on'),
      page('docs/guides/billing.md', 'guides/billing', 'Bill accounts with Stripe'),
      page('docs/guides/systemd.md', 'guides/systemd', 'Run with systemd'),
      page('docs/guides/containers.md', 'guides/containers', 'Run in a container'),
      page('docs/guides/kubernetes.md', 'guides/kubernetes', 'Deploy on Kubernetes'),
      page('docs/guides/reverse-proxy.md', 'guides/reverse-proxy', 'Run behind a reverse proxy'),
      page('docs/guides/fleet.md', 'guides/fleet', 'Configure a fleet'),
      page('docs/guides/monitoring.md', 'guides/monitoring', 'Monitor the service'),
      page('docs/guides/backups.md', 'guides/backups', 'Back up and restore'),
      page('docs/guides/upgrading.md', 'guides/upgrading', 'Upgrade'),
      page('docs/guides/privacy-requests.md', 'guides/privacy-requests', 'Handle privacy requests'),
      page('docs/guides/quarantined-tasks.md', 'guides/quarantined-tasks', 'Retry quarantined tasks'),
      page('docs/guides/rotate-the-secret.md', 'guides/rotate-the-secret', 'Rotate the secret'),
      page('docs/guides/data-folder.md', 'guides/data-folder', 'The data folder'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('docs/contract.md', 'reference/api', 'API'),
      page('packages/cli/README.md', 'reference/cli', 'Command line'),
      page('docs/configuration.md', 'reference/configuration', 'Configuration'),
      page('docs/errors.md', 'reference/errors', 'Errors'),
      page('packages/sdk/README.md', 'reference/sdk', 'JavaScript SDK'),
      page('integrations/python/README.md', 'reference/python', 'Python SDK'),
      page('integrations/php/README.md', 'reference/php', 'PHP SDK'),
      page('packages/engine/README.md', 'reference/engine', 'Engine library'),
      page('packages/guard/README.md', 'reference/guard', 'Form guard'),
      page('docs/domain-reports.md', 'reference/domain-reports', 'Domain reports'),
      page('docs/registries.md', 'reference/registries', 'Domain registries'),
      page('docs/interpretations.md', 'reference/interpretations', 'Choices beyond the contract'),
      page('docs/glossary.md', 'reference/glossary', 'Glossary'),
    ],
  },
  {
    title: 'Explanation',
    pages: [
      page('docs/explanation/verdicts.md', 'explanation/verdicts', 'How a verdict is reached'),
      page('packages/engine/QUALITY.md', 'explanation/quality', 'How accurate verdicts are'),
      page('docs/privacy.md', 'explanation/privacy', 'Privacy'),
      page('docs/explanation/reliability.md', 'explanation/reliability', 'Reliability'),
      page('docs/invariants.md', 'explanation/invariants', 'What always holds'),
      page('docs/scale.md', 'explanation/scale', 'Scale and cost'),
      page('docs/bounce-quality.md', 'explanation/bounce-quality', 'How well bounces are read'),
    ],
  },
]

export const PAGES: Page[] = SECTIONS.flatMap((section) => section.pages)

function page(source: string, path: string, title: string): Page {
  return { source, path, title }
}
