import { randomUUID } from 'node:crypto';
import type { Transform } from 'node:stream';
import { protocolVersion } from '#contract/cabinets/cabinet.ts';
import {
  type ProvisionerCall,
  type ProvisionerListCall,
  provisionerListReply,
  type ProvisionerReply,
  provisionerReply,
  type Transfer,
} from '#contract/cabinets/provisioner.ts';
import { parseJson } from '#server/kernel/parse-json.ts';
import { measuredStream } from '#server/kernel/measured-stream.ts';
import {
  type BackupSink,
  type CabinetDriver,
  type CabinetIdentity,
  DriverError,
  isGatewayAnswer,
  type Found,
  type Operation,
  type Progress,
} from '#server/cabinets/drivers/driver.ts';
import { checkedLookup } from '#server/cabinets/drivers/checked-address.ts';
import { outsideRequest, textOf } from '#server/cabinets/drivers/outside-request.ts';
import { signedHeaders } from '#server/cabinets/drivers/signed-headers.ts';
import { localLookup, lookupAs, probe } from '#server/cabinets/drivers/probe.ts';

interface Options {
  /** The operator's provisioner. */
  url: string;
  /** Newest first; two while one is being changed. */
  secrets: readonly string[];
  allowPrivate: boolean;
  /** The platform's address, with `/api`. */
  apiUrl: string;
  now: () => Date;
  timeoutMs?: number;
  probeTimeoutMs?: number;
}

type CallFields = ProvisionerCall extends infer Call
  ? Omit<Call, 'operation' | 'protocol' | 'cabinet' | 'callback_url'>
  : never;

type Reply = Exclude<ProvisionerReply, { status: 'failed' }>;

const answerLimit = 64 * 1024;
const transferTimeoutMs = 30 * 60_000;
const lookAgainSeconds = 30;

/**
 * Leaves cabinets to the operator's own provisioner (`docs/cabinet-protocol.md`, "Provisioner"), by signed calls that
 * are answered at once or with 202 and a later call-back. A lost call-back only costs time, because the same call is
 * repeated.
 */
export function webhookDriver(options: Options): CabinetDriver {
  const { allowPrivate, apiUrl, probeTimeoutMs = 5000 } = options;
  return {
    async create(cabinet, { id, step, backup }) {
      const { bytes, sha256 } = backup ?? {};
      const source = backup && { url: `${apiUrl}/provisioner/backups/${backup.id}`, bytes, sha256 };
      const asked = { type: 'cabinet.create', step, backup: source ?? null } as CallFields;
      const reply = await ask(options, cabinet, { id }, asked);
      const domain = reply.status === 'done' ? reply.domain : undefined;
      return { ...progressOf(reply), ...(domain !== undefined && { domain }) };
    },
    suspend: async (cabinet, { id, reason }) =>
      progressOf(await ask(options, cabinet, { id }, { type: 'cabinet.suspend', reason } as CallFields)),
    resume: async (cabinet, operation) =>
      progressOf(await ask(options, cabinet, operation, { type: 'cabinet.resume' })),
    async backup(cabinet, { id, keep }) {
      const reply = await ask(options, cabinet, { id }, { type: 'cabinet.backup' });
      if (reply.status !== 'done') return progressOf(reply);
      if (!reply.backup) throw new DriverError('answer_invalid', 'done, but without a backup');
      await fetchBackup(options, reply.backup, keep);
      return { state: 'done' };
    },
    destroy: async (cabinet, operation) =>
      progressOf(await ask(options, cabinet, operation, { type: 'cabinet.destroy' })),
    serveDomain: async (cabinet, operation) =>
      progressOf(await ask(options, cabinet, operation, { type: 'cabinet.domain' })),
    probe(cabinet, at) {
      const lookup = allowPrivate ? localLookup : checkedLookup();
      const there = at === undefined ? lookup : lookupAs(cabinet.domain, lookup);
      const limits = { timeoutMs: probeTimeoutMs, publicOnly: !allowPrivate };
      return probe(at ?? cabinet.url, { ...limits, lookup: there });
    },

    /** Fails as `rejected` when the provisioner keeps no list. */
    async *inventory() {
      for (let after: string | null = null; ;) {
        const page: Found[] = await listAfter(options, after);
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
}

async function listAfter(options: Options, after: string | null): Promise<Found[]> {
  const operation = randomUUID();
  const asked: ProvisionerListCall = { type: 'cabinet.list', after, operation, protocol: protocolVersion };
  const { status, answer } = await send(options, operation, asked);
  const parsed = provisionerListReply.safeParse(answer);
  if (!parsed.success) throw new DriverError('answer_invalid', `${status} with no known list`);
  return parsed.data.cabinets.map(({ client_id, ...rest }) => ({ clientId: client_id, ...rest }));
}

async function ask(
  options: Options,
  { clientId, domain, ownDomain, url, secret }: CabinetIdentity,
  { id }: Operation,
  asked: CallFields,
): Promise<Reply> {
  const { status, answer } = await send(options, id, {
    ...asked,
    operation: id,
    protocol: protocolVersion,
    cabinet: { client_id: clientId, domain, own_domain: ownDomain, url, secret },
    callback_url: `${options.apiUrl}/provisioner/results`,
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

/** Sends a call. As in Standard Webhooks, the message's id stays the same when it is sent again. */
async function send(
  { url, secrets, now, allowPrivate, timeoutMs = 30_000 }: Options,
  id: string,
  message: object,
): Promise<{ status: number; answer: unknown }> {
  const target = URL.parse(url);
  const path = target ? target.pathname + target.search : '';
  const body = JSON.stringify(message);
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(await signedHeaders(secrets, { id, method: 'POST', path, body, now: now() })),
  };
  return outsideRequest({ method: 'POST', url, body, headers, timeoutMs, allowPrivate }, async (response) => {
    const status = response.statusCode ?? 0;
    const text = await textOf(response, answerLimit);
    if (isGatewayAnswer(status)) throw new DriverError('unreachable', `answered ${status}`, { away: true });
    // It may have done the work all the same, so the next try continues this operation.
    if (status >= 500 || status === 408 || status === 429)
      throw new DriverError('failed', `answered ${status}`);
    if (status >= 400) throw new DriverError('rejected', `answered ${status}`, { ended: true });
    return { status, answer: parseJson(text) };
  });
}

async function fetchBackup(
  { allowPrivate }: Options,
  { url, bytes, sha256 }: Transfer,
  keep: BackupSink,
): Promise<void> {
  const call = { method: 'GET', url, timeoutMs: transferTimeoutMs, allowPrivate } as const;
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

/** Passes on a file of exactly this size and digest, and fails for any other. */
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

function progressOf(reply: Reply): Progress {
  if (reply.status === 'done') return { state: 'done' };
  return { state: 'pending', lookAgainSeconds: reply.look_again_seconds ?? lookAgainSeconds };
}
