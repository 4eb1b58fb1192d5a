import { Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  name: string;
  content: Uint8Array | string | AsyncIterable<Uint8Array>;
}

/** A ZIP without its later additions holds no larger ones; a file that lied about its size would be unreadable. */
const mostBytes = 0xffff_0000;

/** The bytes of a ZIP with these files, made as they are read. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let total = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    total += chunk.length;
    made.push(chunk);
  });
  for await (const { name, content } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = now;
    zip.add(file);
    let size = 0;
    for await (const chunk of chunksOf(content)) {
      size += chunk.length;
      if (size > mostBytes || total > mostBytes) throw new Error('the data is too large for a ZIP');
      file.push(chunk);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}

async function* chunksOf(content: ZipEntry['content']): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield new TextEncoder().encode(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}
