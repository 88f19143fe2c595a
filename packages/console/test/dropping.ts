/** Runs in the page. Returns whether the browser would show the file in place of the page. */
export function dropOn(element: unknown, text: string): boolean {
  const { DataTransfer, DragEvent, File } = globalThis as unknown as Record<string, new (...args: unknown[]) => Dragged>
  const dataTransfer = new DataTransfer!()
  dataTransfer.items.add(new File!([text], 'dropped.csv', { type: 'text/csv' }))
  const drag = (type: string) =>
    (element as Dragged).dispatchEvent(new DragEvent!(type, { bubbles: true, cancelable: true, dataTransfer }))
  return ['dragover', 'drop'].map(drag).includes(true)
}
type Dragged = { items: { add(file: object): void }; dispatchEvent(event: object): boolean }
