import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { protocolVersion } from '#contract/cabinet.ts';
import {
  type ProvisionerCall,
  type ProvisionerListCall,
  provisionerListReply,
  type ProvisionerReply,
  provisionerReply,
  type Transfer,
} from '#contract/provisioner.ts';
import { signatureHeaders, signMessage } from '#contract/webhook-signature.ts';
import { measuredStream } from '#server/measured-stream.ts';
import {
  type BackupSink,
  type CabinetDriver,
  type CabinetIdentity,
  type CreationOutcome,
  DriverError,
  type Found,
  type Operation,
} from './driver.ts';
import { outsideRequest, textOf } from './outside-request.ts';
import { probe } from './probe.ts';

interface Options {
  /** The operator's provisioner. */
  url: string;
  secret: string;
  allowPrivate: boolean;
  /** Of the platform, with `/api`. */
  apiUrl: string;
  now: () => Date;
  timeoutMs?: number;
  probeTimeoutMs?: number;
}

type Asked = ProvisionerCall extends infer Call
  ? Omit<Call, 'operation' | 'protocol' | 'cabinet' | 'callback_url'>
  : never;

const answerLimit = 64 * 1024;
const transferTimeoutMs = 30 * 60_000;
const lookAgainSeconds = 30;

/**
 * Cabinets made by the operator's own provisioner (`docs/cabinet-protocol.md`, "Provisioner"): signed calls, answered
 * at once or with 202 and a call-back. A lost call-back costs time only, since the same call is made again.
 */
export function webhookDriver(options: Options): CabinetDriver {
  const { url, secret, allowPrivate, apiUrl, now, timeoutMs = 30_000, probeTimeoutMs = 5000 } = options;
  return {
    async create(cabinet, { id, step, backup }) {
      const source = backup && {
        url: `${apiUrl}/provisioner/backups/${backup.id}`,
        bytes: backup.bytes,
        sha256: backup.sha256,
      };
      const reply = await ask(cabinet, { id }, {
        type: 'cabinet.create',
        step,
        backup: source ?? null,
      } as Asked);
      const outcome = outcomeOf(reply);
      return reply.status === 'done' && reply.domain !== undefined
        ? { ...outcome, domain: reply.domain }
        : outcome;
    },
    suspend: async (cabinet, { id, reason }) =>
      outcomeOf(await ask(cabinet, { id }, { type: 'cabinet.suspend', reason } as Asked)),
    resume: async (cabinet, operation) =>
      outcomeOf(await ask(cabinet, operation, { type: 'cabinet.resume' })),
    async backup(cabinet, { id, keep }) {
      const reply = await ask(cabinet, { id }, { type: 'cabinet.backup' });
      if (reply.status !== 'done') return outcomeOf(reply);
      if (!reply.backup) throw new DriverError('answer_invalid', 'done, but without a backup');
      await fetchBackup(reply.backup, keep);
      return { state: 'done' };
    },
    destroy: async (cabinet, operation) =>
      outcomeOf(await ask(cabinet, operation, { type: 'cabinet.destroy' })),
    probe: (cabinet) => probe(cabinet.url, { timeoutMs: probeTimeoutMs, publicOnly: !allowPrivate }),

    /** Fails as `rejected` where the provisioner keeps no list. */
    async *inventory() {
      for (let after: string | null = null; ;) {
        const page: Found[] = await listAfter(after);
        yield* page;
        const last = page.at(-1);
        if (!last) return;
        if (after !== null && last.clientId <= after) {
          throw new DriverError('answer_invalid', `the list does not go on after ${after}`);
        }
        after = last.clientId;
      }
    },
  };

  async function listAfter(after: string | null): Promise<Found[]> {
    const operation = randomUUID();
    const asked: ProvisionerListCall = { type: 'cabinet.list', after, operation, protocol: protocolVersion };
    const { status, answer } = await send(operation, asked);
    const parsed = provisionerListReply.safeParse(answer);
    if (!parsed.success) throw new DriverError('answer_invalid', `${status} with no known list`);
    return parsed.data.cabinets.map(({ client_id, ...rest }) => ({ clientId: client_id, ...rest }));
  }

  async function ask(
    { clientId, domain, url: address, secret: cabinetSecret }: CabinetIdentity,
    { id }: Operation,
    asked: Asked,
  ): Promise<Exclude<ProvisionerReply, { status: 'failed' }>> {
    const { status, answer } = await send(id, {
      ...asked,
      operation: id,
      protocol: protocolVersion,
      cabinet: { client_id: clientId, domain, url: address, secret: cabinetSecret },
      callback_url: `${apiUrl}/provisioner/results`,
    });
    const parsed = provisionerReply.safeParse(answer);
    if (!parsed.success) throw new DriverError('answer_invalid', `${status} with no known answer`);
    const reply = parsed.data;
    if ((status === 202) !== (reply.status === 'pending')) {
      throw new DriverError('answer_invalid', `${status} with the status ${reply.status}`);
    }
    if (reply.status === 'failed') throw new DriverError('failed', reply.message, { ended: true });
    return reply;
  }

  async function send(id: string, message: object): Promise<{ status: number; answer: unknown }> {
    const body = JSON.stringify(message);
    const headers = await headersOf(id, body);
    return outsideRequest({ method: 'POST', url, body, headers, timeoutMs, allowPrivate }, read);
  }

  async function read(response: IncomingMessage): Promise<{ status: number; answer: unknown }> {
    const status = response.statusCode ?? 0;
    const text = await textOf(response, answerLimit);
    // It may have done the work all the same: the operation goes on with the next try.
    if (status >= 500 || status === 408 || status === 429)
      throw new DriverError('failed', `answered ${status}`);
    if (status >= 400) throw new DriverError('rejected', `answered ${status}`, { ended: true });
    return { status, answer: parseJson(text) };
  }

  /** As Standard Webhooks has it, the message's id stays the same when it is sent again. */
  async function headersOf(id: string, body: string): Promise<Record<string, string>> {
    const timestamp = Math.floor(now().getTime() / 1000);
    return {
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signMessage(secret, { id, timestamp, body }),
    };
  }

  async function fetchBackup({ url: from, bytes, sha256 }: Transfer, keep: BackupSink): Promise<void> {
    const call = { method: 'GET', url: from, timeoutMs: transferTimeoutMs, allowPrivate } as const;
    await outsideRequest(call, async (response) => {
      if (response.statusCode !== 200) {
        response.destroy();
        throw new DriverError('backup_missing', `the backup's address answered ${response.statusCode}`);
      }
      const checked = wholeStream({ bytes, sha256 });
      response.on('error', (error) => checked.destroy(error));
      await keep(response.pipe(checked));
    });
  }
}

/** Lets through exactly the file that was spoken of, and fails otherwise. */
function wholeStream({ bytes, sha256 }: Pick<Transfer, 'bytes' | 'sha256'>): Transform {
  return measuredStream({
    refusePart: (size) =>
      size > bytes ? new DriverError('answer_too_long', `more than ${bytes} bytes`) : undefined,
    refuseWhole: (whole) =>
      whole.bytes === bytes && whole.sha256 === sha256
        ? undefined
        : new DriverError('backup_missing', 'the backup came damaged'),
  }).through;
}

function outcomeOf(reply: Exclude<ProvisionerReply, { status: 'failed' }>): CreationOutcome {
  if (reply.status === 'done') return { state: 'done' };
  return { state: 'pending', lookAgainSeconds: reply.look_again_seconds ?? lookAgainSeconds };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
