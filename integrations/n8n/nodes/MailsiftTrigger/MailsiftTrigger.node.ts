import {
  type IDataObject,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { pollBounces } from './bounces'
import { pollLists } from './lists'

/** `known` is the state that the last poll returned, undefined before the first. */
type Poll = (
  context: IPollFunctions,
  known: IDataObject | undefined,
) => Promise<{ state: IDataObject; events: IDataObject[] }>
const EVENTS: Readonly<Record<string, Poll>> = { addressBounced: pollBounces, listFinished: pollLists }

/** The contexts in which this node was turned on and has polled: n8n keeps one for as long as the workflow stays active. */
const turnedOn = new WeakSet<IPollFunctions>()

export class MailsiftTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Mailsift Trigger',
    name: 'mailsiftTrigger',
    icon: { light: 'file:../../icons/mailsift.svg', dark: 'file:../../icons/mailsift.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["event"]}}',
    description: 'Starts the workflow when a list has finished or an address has bounced',
    defaults: { name: 'Mailsift Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'mailsiftApi', required: true }],
    properties: [
      {
        displayName: 'Event',
        name: 'event',
        type: 'options',
        options: [
          {
            name: 'Address Bounced',
            value: 'addressBounced',
            description: 'An address came onto the suppression list because mail to it bounced',
          },
          {
            name: 'List Finished',
            value: 'listFinished',
            description: 'A list or file is completed, partly completed or failed, also one from outside of n8n',
          },
        ],
        default: 'listFinished',
      },
      {
        displayName:
          'Events from before the workflow was turned on start nothing. Mailsift sends no webhooks, so an event starts the workflow at the next poll.',
        name: 'notice',
        type: 'notice',
        default: '',
      },
    ],
  }

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const event = this.getNodeParameter('event') as string
    const poll = EVENTS[event]!
    if (this.getMode() === 'manual') {
      const { events } = await poll(this, undefined)
      // A sample, the newest, which changes nothing.
      return toOutput(events.slice(-1))
    }
    const states = this.getWorkflowStaticData('node')
    // A restart of n8n or a new version of the workflow goes on where the last poll ended; a person who turns it on starts over.
    const isTurnedOn = this.getActivationMode() === 'activate' && !turnedOn.has(this)
    const known = isTurnedOn ? undefined : (states[event] as IDataObject | undefined)
    const { state, events } = await poll(this, known)
    states[event] = state
    turnedOn.add(this)
    return known ? toOutput(events) : null
  }
}

const toOutput = (events: IDataObject[]) => (events.length === 0 ? null : [events.map((json) => ({ json }))])
