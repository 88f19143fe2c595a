import { Parser } from 'htmlparser2'

export type XmlHandler = {
  open?(name: string, attributes: { [name: string]: string }): void
  text?(text: string): void
  close?(name: string): void
}

/** Pieces of XML as they come; names without their namespace. */
export async function readXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  isDone: () => boolean = () => false,
): Promise<void> {
  const parser = createXmlParser(handler)
  for await (const piece of bytes) {
    parser.push(piece)
    if (isDone()) return
  }
  parser.end()
}

export function createXmlParser(handler: XmlHandler): { push(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(localName(name), attributes),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  )
  return {
    push(bytes) {
      parser.write(decoder.decode(bytes, { stream: true }))
    },
    end() {
      parser.write(decoder.decode())
      parser.end()
    },
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
