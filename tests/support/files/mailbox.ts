import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerError } from 'smtp-server';
import { parseMessage, type ParsedMessage } from './mime-message.ts';

export interface ReceivedMail extends ParsedMessage {
  /** The sender and recipient of the envelope. */
  from: string;
  to: string;
}

/** How the server answers for an address, and after what delay. */
interface Behaviour {
  /** An SMTP status such as 450 or 550; without one the email is accepted. */
  refuseWith?: number;
  /** Does not answer until `release`. */
  hold?: boolean;
}

export interface Mailbox {
  port: number;
  /** For `SMTP_URL`. */
  url: string;
  /** All accepted emails, in order. */
  mails: ReceivedMail[];
  /** The emails accepted for an address, upper or lower case. */
  to(address: string): ReceivedMail[];
  /** The nth email for an address (from 1), as soon as it arrives. */
  waitFor(address: string, number?: number): Promise<ReceivedMail>;
  behave(address: string, behaviour: Behaviour): void;
  /** Accepts the held emails. */
  release(): void;
  clear(): void;
  close(): Promise<void>;
}

/** A mail server that keeps what it gets (STYLE example 19: mail lands in a list). */
export async function openMailbox({ port = 0 } = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const behaviours = new Map<string, Behaviour>();
  const held: (() => void)[] = [];
  const waiting = new Set<() => void>();

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const { refuseWith, hold } = behaviours.get(address.toLowerCase()) ?? {};
      if (hold) held.push(() => done());
      else if (refuseWith) done(refusal(refuseWith));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const message = parseMessage(Buffer.concat(chunks));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        for (const { address } of rcptTo) mails.push({ ...message, from, to: address });
        done();
        for (const look of waiting) look();
      });
    },
  });
  server.on('error', () => {
    // A client may break off the connection.
  });
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const taken = (server.server.address() as AddressInfo).port; // a TCP server has a port
  const mailsTo = (address: string) => mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
  const release = () => {
    behaviours.clear();
    for (const go of held.splice(0)) go();
  };

  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    to: mailsTo,
    waitFor: (address, number = 1) =>
      new Promise((found) => {
        const look = () => {
          const mail = mailsTo(address)[number - 1];
          if (!mail) return;
          waiting.delete(look);
          found(mail);
        };
        waiting.add(look);
        look();
      }),
    behave: (address, behaviour) => void behaviours.set(address.toLowerCase(), behaviour),
    release,
    clear() {
      mails.length = 0;
      behaviours.clear();
    },
    close() {
      release();
      const closed = new Promise<void>((done) => server.close(() => done()));
      // Senders keep connections open, and `close` would wait for them.
      for (const connection of server.connections) connection.close();
      return closed;
    },
  };
}

/** The first address below `publicUrl` in an email's text: the target of its button. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>, publicUrl: string): string {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${publicUrl}/`));
  if (!line) throw new Error(`no link below ${publicUrl} in the mail`);
  return line.trim();
}

function refusal(status: number): SMTPServerError {
  return Object.assign(new Error(status < 500 ? 'Try again later' : 'No such mailbox'), {
    responseCode: status,
  });
}
