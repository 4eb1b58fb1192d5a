import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Answer = { CNAME?: string; A?: string[]; TXT?: string };
const types = { 1: 'A', 5: 'CNAME', 16: 'TXT', 28: 'AAAA' } as const;

/** A name server over real UDP, with the records that a test gives it; `silent` names get no answer. */
export async function startNameServer() {
  const records = new Map<string, Answer>();
  const failing = new Set<string>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const answer = answerTo(message);
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (name: string, answer: Answer) => void records.set(name, { ...records.get(name), ...answer }),
    forget: (name: string) => void records.delete(name),
    /** The server says that it has failed. */
    fail: (name: string, isFailing = true) => void (isFailing ? failing.add(name) : failing.delete(name)),
    close: () => new Promise<void>((done) => socket.close(() => done())),
  };

  function answerTo(message: Buffer): Buffer | undefined {
    let at = 12;
    const labels: string[] = [];
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const type = types[message.readUInt16BE(at + 1) as keyof typeof types];
    const question = message.subarray(12, at + 5);
    asked.push(`${type} ${name}`);
    const known = records.get(name);
    const data = failing.has(name) ? [] : dataOf(known, type);
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    // An answer with authority; 2: it has failed, 3: there is no such name.
    header.writeUInt16BE(0x8580 | (failing.has(name) ? 2 : known ? 0 : 3), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    return Buffer.concat([header, question, ...data]);
  }

  /** An alias answers every question, with the addresses of what it leads to. */
  function dataOf(known: Answer | undefined, type: (typeof types)[keyof typeof types] | undefined): Buffer[] {
    if (!known || !type) return [];
    if (known.CNAME !== undefined) {
      const alias = record(0xc00c, 5, nameBytes(known.CNAME));
      if (type !== 'A') return [alias];
      const beyond = records.get(known.CNAME)?.A ?? [];
      return [
        alias,
        ...beyond.map((address) => record(nameBytes(known.CNAME ?? ''), 1, addressBytes(address))),
      ];
    }
    if (type === 'A') return (known.A ?? []).map((address) => record(0xc00c, 1, addressBytes(address)));
    if (type !== 'TXT' || known.TXT === undefined) return [];
    return [record(0xc00c, 16, Buffer.concat([Buffer.from([known.TXT.length]), Buffer.from(known.TXT)]))];
  }
}

function record(owner: number | Buffer, type: number, data: Buffer): Buffer {
  const name = typeof owner === 'number' ? Buffer.from([owner >> 8, owner & 255]) : owner;
  const rest = Buffer.alloc(10);
  rest.writeUInt16BE(type, 0);
  rest.writeUInt16BE(1, 2);
  rest.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, rest, data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function addressBytes(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}
