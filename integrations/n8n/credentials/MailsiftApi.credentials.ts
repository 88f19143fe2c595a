import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow'

export class MailsiftApi implements ICredentialType {
  name = 'mailsiftApi'

  displayName = 'Mailsift API'

  icon: Icon = { light: 'file:../icons/mailsift.svg', dark: 'file:../icons/mailsift.dark.svg' }

  // Each service has its documentation; this is the address of one that was started with its defaults.
  documentationUrl = 'http://127.0.0.1:3000/help/guides/n8n'

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: 'http://127.0.0.1:3000',
      placeholder: 'e.g. https://mail.example.com',
      description: 'The address of your Mailsift. In a container, 127.0.0.1 is the container and not its host.',
    },
    {
      displayName: 'API Token',
      name: 'apiToken',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'Create it in the console under API tokens. A token that only reads cannot submit lists or files.',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'SERVICE-EMAIL-API-TOKEN': '={{$credentials.apiToken.trim()}}' } },
  }

  // Every token may read the plan, whatever its scopes.
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(new RegExp("/+(v1/*)?$"), "")}}',
      url: '/account/plan',
    },
  }
}
