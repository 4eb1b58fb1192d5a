import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type pg from 'pg';

export interface Statement {
  text: string;
  /** The number among the statements with this text, from 1. */
  occurrence: number;
  /** No transaction is open after it, so its effect stays. */
  isLasting: boolean;
}

/** Before a statement reaches the database, or after it was run and before its answer arrives. */
export interface BreakPoint extends Pick<Statement, 'text' | 'occurrence'> {
  when: 'before' | 'after';
}

export interface StatementProxy {
  /** A folder for DATABASE_URL's `host`. */
  host: string;
  port: number;
  /** Starts counting again. At the point nothing more passes in either direction, and `reached` is called. */
  watch(options?: { point: BreakPoint; reached: () => void }): void;
  /** The statements since `watch`, in the order of sending. */
  statements(): readonly Statement[];
  /** Whether the point was reached. */
  isBroken(): boolean;
  close(): Promise<void>;
}

const port = 5432;
/** Queues and listeners have other names. */
const countedName = 'application_name\0tenantry\0';
/** The set-up of a new connection, which may come at any moment. */
const isSetUp = (text: string) => text.startsWith('set time zone');

/**
 * Stands between a process and PostgreSQL and knows where statements begin and end, so that the unsuspecting process
 * can be killed at any of them.
 */
export async function openStatementProxy(server: pg.PoolConfig, folder: string): Promise<StatementProxy> {
  let seen: Statement[] = [];
  let point: BreakPoint | undefined;
  let reached = (): void => undefined;
  let isBroken = false;
  const sockets = new Set<Socket>();

  const breakOff = (): void => {
    isBroken = true;
    reached();
    for (const socket of sockets) socket.destroy();
  };
  const isAt = ({ text, occurrence }: Statement, when: BreakPoint['when']) =>
    point?.when === when && point.text === text && point.occurrence === occurrence;

  const note = (text: string): Statement | undefined => {
    if (isSetUp(text)) return undefined;
    const occurrence = 1 + seen.filter((statement) => statement.text === text).length;
    const statement = { text, occurrence, isLasting: false };
    seen.push(statement);
    return statement;
  };

  const listening = createServer((client) => {
    if (isBroken) return void client.destroy();
    const database = connect(addressOf(server));
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined); // a process that is killed says nothing
    }
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
    const open: (Statement | undefined)[] = [];
    const texts = new Map<string, string>();
    let isCounted = false;
    let isInside = false;

    client.on(
      'data',
      messages({ hasStartUp: true }, (type, message) => {
        if (isBroken) return;
        if (type === '') isCounted = message.includes(countedName);
        if (isCounted && !isInside && (type === 'Q' || type === 'P' || type === 'B')) {
          const statement = note(textOf(type, message, texts));
          open.push(statement);
          if (statement && isAt(statement, 'before')) return breakOff();
        }
        isInside = type === 'P' || type === 'B' || (isInside && type !== 'S');
        database.write(message);
      }),
    );
    database.on(
      'data',
      messages({ hasStartUp: false }, (type, message) => {
        if (isBroken) return;
        const [statement] = open;
        const isLast = statement !== undefined && isAt(statement, 'after');
        if (type === 'Z') {
          open.shift();
          if (statement) statement.isLasting = message.toString('latin1', 5) === 'I';
          if (isLast) return breakOff();
        }
        if (!isLast) client.write(message);
      }),
    );
  });
  await new Promise<void>((done, failed) => {
    listening.once('error', failed);
    listening.listen(path.join(folder, `.s.PGSQL.${port}`), done);
  });

  return {
    host: folder,
    port,
    watch(options) {
      seen = [];
      point = options?.point;
      reached = options?.reached ?? reached;
    },
    statements: () => seen,
    isBroken: () => isBroken,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => listening.close(() => done()));
    },
  };
}

function addressOf({ host = 'localhost', port: real = 5432 }: pg.PoolConfig) {
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${real}` } : { host, port: real };
}

/** Calls back for each whole message; the one that opens a connection has no type. */
function messages(
  { hasStartUp }: { hasStartUp: boolean },
  onMessage: (type: string, message: Buffer) => void,
): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = hasStartUp;
  return (piece) => {
    let buffer = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    for (;;) {
      const typed = isStart ? 0 : 1;
      const length = buffer.length < typed + 4 ? Infinity : typed + buffer.readInt32BE(typed);
      if (length > buffer.length) break;
      onMessage(isStart ? '' : buffer.toString('latin1', 0, 1), buffer.subarray(0, length));
      isStart = false;
      buffer = buffer.subarray(length);
    }
    rest = buffer;
  };
}

/** The text of a query, or of a prepared statement by its name. */
function textOf(type: string, message: Buffer, texts: Map<string, string>): string {
  const [first = '', second = ''] = message.toString('utf8', 5).split('\0');
  if (type === 'Q') return first;
  if (type === 'B') return texts.get(second) ?? '';
  texts.set(first, second);
  return second;
}
