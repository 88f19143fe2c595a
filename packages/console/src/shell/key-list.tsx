import { Dialog } from '../parts/dialog.tsx'
import { format } from '../texts/format.ts'
import { keys as t } from '../texts/keys.ts'
import { DESTINATIONS } from './navigation.tsx'

export default function KeyList({ onClose }: { onClose(): void }) {
  const rows = [
    ...DESTINATIONS.map(({ key, label }) => ({ keys: ['g', key], does: format(t.goTo, { page: label }) })),
    { keys: ['/'], does: t.search },
    { keys: [t.names.enter], does: t.enter },
    { keys: [t.names.escape], does: t.escape },
    { keys: ['?'], does: t.help },
  ]
  return (
    <Dialog title={t.title} open onClose={onClose}>
      <table className="w-full text-sm">
        <tbody>
          {rows.map(({ keys, does }) => (
            <tr key={does} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 pr-4 text-left font-normal">
                {does}
              </th>
              <td className="py-2 text-right whitespace-nowrap">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="ml-1 rounded-sm border border-edge bg-raised px-1.5 py-0.5 font-mono text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
